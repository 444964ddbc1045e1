import type { Right } from '@teleward/contract/core/permissions.gen.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import type { Surroundings } from './offers.tsx'

let callOffer: typeof import('./offers.tsx').callOffer
let primaryOf: typeof import('./offers.tsx').primaryOf
let restOf: typeof import('./offers.tsx').restOf
let linkText: typeof import('./LinkMark.tsx').linkText
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await setLanguage('zh-TW')
  await ensureTexts('appointments', 'common')
  ;({ callOffer, primaryOf, restOf } = await import('./offers.tsx'))
  ;({ linkText } = await import('./LinkMark.tsx'))
})

const LIN = 101
const around = (rights: Record<string, Right> = {}): Surroundings => ({
  actor: { kind: 'staff', mid: LIN, level: (permission) => rights[permission] ?? 'y' },
  at: { now: new Date('2026-03-12T02:30:00Z'), today: '2026-03-12' },
  calls: { current: null } as Surroundings['calls'],
  record: true,
})
const row = (over: Partial<Appointment>) =>
  ({
    qid: 1,
    did: LIN,
    bookedBy: null,
    status: 'checkedIn',
    date: '2026-03-12',
    site: 'video',
    roomid: 'r',
    inConsultation: false,
    inRoom: [],
    ...over,
  }) as Appointment
const wang = { mid: 102, name: '王志遠', nameEn: null }

describe('what a row offers', () => {
  it('[APPT-04~] no call while a colleague is with the patient, and it says with whom; the room can be entered', () => {
    expect(callOffer(row({}), around())).toMatchObject({ act: 'call', why: undefined })
    const talking = row({ inConsultation: true, inRoom: [wang] })
    expect(callOffer(talking, around())?.why).toContain('王志遠')
    expect(primaryOf(talking, around()).act).toBe('enter')
    expect(
      restOf(talking, around())
        .filter(({ why }) => !why)
        .map(({ act }) => act),
    ).not.toContain('call')
    // Alone with the patient oneself: nothing to say of it.
    expect(callOffer(row({ inConsultation: true, inRoom: [{ ...wang, mid: LIN }] }), around())).toBeNull()
    expect(callOffer(row({ site: 'onsite' }), around())).toBeNull()
    expect(callOffer(talking, around({ 'call.use': '-' }))).toBeNull()
  })

  it('[APPT-04~] a link that did not leave says why, also by a reason nobody has named', () => {
    const of = (link: Appointment['link'], linkFailure: string | null = null) =>
      linkText({ link, linkFailure, status: 'registered' })
    expect(of(null)).toBeNull()
    expect(of('created')).toBe('連結待送')
    expect(of('sendFailed', 'PROVIDER_MISSING')).toMatch(/送出失敗.*未設定/)
    expect(of('sendFailed', 'SMS_42')).toContain('SMS_42')
  })
})
