import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { describe, expect, it } from 'vitest'
import { namesakes, nextOf } from './next.ts'

const row = (over: object) =>
  ({ date: '2026-03-12', status: 'checkedIn', inConsultation: false, slot: 'am', startAt: '', ...over }) as Appointment
const at = { now: new Date('2026-03-12T02:30:00Z'), today: '2026-03-12' }

describe('the list of the day', () => {
  it('[APPT-03~] marks people of one name where they are different people, and not where one comes twice', () => {
    const named = (qid: number, pid: number, name: string) => row({ qid, pid, patient: { name } })
    expect([
      ...namesakes([named(1, 10, '王小明'), named(2, 11, '王小明'), named(3, 12, '李佩珊'), named(4, 12, '李佩珊')]),
    ]).toEqual([1, 2])
  })

  it('[APPT-03~] takes the emergency next, else who waits longest; never one in consultation, and a forgotten one last', () => {
    const since = (qid: number, checkedInAt: string, over = {}) => row({ qid, checkedInAt, ...over })
    const rows = [
      since(1, '2026-03-12T02:20:00Z'),
      since(2, '2026-03-12T02:00:00Z'),
      since(3, '2026-03-12T01:00:00Z', { inConsultation: true }),
      since(4, '2026-03-11T01:00:00Z', { date: '2026-03-11' }),
      since(5, '2026-03-12T00:00:00Z', { status: 'finished' }),
    ]
    expect(nextOf(rows, at)?.qid).toBe(2)
    expect(nextOf([...rows, since(6, '2026-03-12T02:29:00Z', { slot: 'emergency' })], at)?.qid).toBe(6)
    expect(nextOf(rows.slice(3), at)?.qid).toBe(4)
    expect(nextOf([], at)).toBeUndefined()
  })
})
