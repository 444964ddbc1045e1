import type { Right } from '@teleward/contract/core/permissions.gen.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { needsReason } from '@teleward/contract/appointments/rules.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Calls } from '../../shell/calls.ts'
import { stubBrowser } from '../../testing/browser.ts'
import type { AppointmentContext } from './available-actions.tsx'

let callOffer: typeof import('./available-actions.tsx').callOffer
let primaryOf: typeof import('./available-actions.tsx').primaryOf
let restOf: typeof import('./available-actions.tsx').restOf
let linkText: typeof import('./LinkMark.tsx').linkText
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await setLanguage('zh-TW')
  await ensureTexts('appointments', 'common')
  ;({ callOffer, primaryOf, restOf } = await import('./available-actions.tsx'))
  ;({ linkText } = await import('./LinkMark.tsx'))
})

const LIN = 101
const context = (rights: Record<string, Right> = {}): AppointmentContext => ({
  actor: { kind: 'staff', mid: LIN, level: (permission) => rights[permission] ?? 'y' },
  at: { now: new Date('2026-03-12T02:30:00Z'), today: '2026-03-12' },
  calls: { current: null } as AppointmentContext['calls'],
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

const offered = (over: Partial<Appointment>, more: Partial<AppointmentContext> = {}) =>
  restOf(row(over), { ...context(), calls: { current: null } as Calls, refers: true, sends: true, ...more })
    .filter(({ why }) => !why)
    .map(({ act }) => act)
    .toSorted()

describe('what a row offers', () => {
  it('[APPT-04] by its state: check-in, call, message, link, record, finish, cancelling with a reason, change, redial, referral and note', () => {
    const done = { finishedBy: LIN, finishedAt: '2026-03-12T02:25:00Z', noteSigned: false }
    const always = ['emr', 'memo']
    const by = {
      held: ['message', 'change', 'cancel'],
      registered: ['checkIn', 'call', 'link', 'message', 'change', 'refer', 'cancel'],
      checkedIn: ['call', 'finish', 'link', 'message', 'refer', 'undoCheckIn', 'close', 'cancel'],
      redial: ['call', 'link', 'message', 'refer', 'close', 'cancel'],
      autoCancelled: ['redial', 'link', 'message', 'close'],
      finished: ['undoFinish', 'refer'],
      cancelled: [],
      released: [],
      closed: [],
    } satisfies Record<Appointment['status'], string[]>
    for (const [status, acts] of Object.entries(by))
      expect(offered({ ...done, status: status as Appointment['status'] }), status).toEqual(
        [...always, ...acts].toSorted(),
      )
    expect(needsReason('cancel')).toBe(true)
    // Money that is due is asked for, and nobody is rung, called in or sent a link on another day or at the desk.
    expect(offered({ status: 'held', payment: 'due' })).toContain('pay')
    const tomorrow = offered({ status: 'registered', date: '2026-03-13' })
    expect(tomorrow).toEqual([...always, 'message', 'change', 'refer', 'cancel'].toSorted())
    expect(offered({ status: 'registered', site: 'onsite' })).toEqual(
      [...always, 'checkIn', 'message', 'change', 'refer', 'cancel'].toSorted(),
    )
    // What the person may not do, or the screen does not have, is not offered.
    const without = {
      actor: context({ 'appointment.finish': '-', 'call.use': '-' }).actor,
      refers: false,
      record: false,
    }
    expect(offered({ status: 'checkedIn' }, without)).toEqual(['cancel', 'memo', 'undoCheckIn'])
  })

  it('[APPT-04~] no call while a colleague is with the patient, and it says with whom; the room can be entered', () => {
    expect(callOffer(row({}), context())).toMatchObject({ act: 'call', why: undefined })
    const talking = row({ inConsultation: true, inRoom: [wang] })
    expect(callOffer(talking, context())?.why).toContain('王志遠')
    expect(primaryOf(talking, context()).act).toBe('enter')
    expect(
      restOf(talking, context())
        .filter(({ why }) => !why)
        .map(({ act }) => act),
    ).not.toContain('call')
    // Alone with the patient oneself: nothing to say of it.
    expect(callOffer(row({ inConsultation: true, inRoom: [{ ...wang, mid: LIN }] }), context())).toBeNull()
    expect(callOffer(row({ site: 'onsite' }), context())).toBeNull()
    expect(callOffer(talking, context({ 'call.use': '-' }))).toBeNull()
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
