import { instantOf, localDay, localTime, parseDay, weekday } from '@teleward/contract/core/dates.ts'
import { emergencies, memos, visits } from './clinic.ts'
import type { Random } from './random.ts'

/** The hours of the demo's institutions, by the clock on their wall. */
export interface Calendar {
  dayOf(at: Date): string
  at(day: string, minutes: number): Date
  minuteOfDay(at: Date): number
}

export const calendar = (zone: string): Calendar => ({
  dayOf: (at) => localDay(at, zone),
  at: (day, minutes) => {
    const parsed = parseDay(day)
    if (!parsed) throw new RangeError(`not a day: ${day}`)
    return instantOf({ ...parsed, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 }, zone)
  },
  minuteOfDay: (at) => {
    const { hour, minute } = localTime(at, zone)
    return hour * 60 + minute
  },
})

export interface Plan {
  calendar: Calendar
  did: number
  unit_id: number
  pids: number[]
  agent: number | null
  booker: number
  /** How full the day is: 1 for the busiest doctor. */
  load: number
}

export interface DemoAppointment {
  partner_id: number
  unit_id: number
  pid: number
  did: number
  booked_by: number
  proxy: boolean
  status: string
  status_by: string | null
  kind: string
  interval: number
  date: string
  start_at: Date
  duration_minutes: number
  queue_no: number
  site: string
  service_item: string
  consult_problem: string
  call_target: string
  fee: number
  currency: string
  payment: string
  p_memo: string | null
  cancel_reason: string | null
  tries: number
  checked_in_at: Date | null
  started_at: Date | null
  finished_at: Date | null
  finished_by: number | null
  device_check: object | null
}

const sessions = [
  { interval: 1, from: 9 * 60, step: 10, places: 17 },
  { interval: 2, from: 14 * 60, step: 20, places: 7 },
  { interval: 3, from: 18 * 60 + 30, step: 20, places: 4 },
] as const

function intervalAt(minute: number): number {
  if (minute < 6 * 60) return 4
  if (minute < 13 * 60) return 1
  if (minute < 18 * 60) return 2
  return minute < 22 * 60 ? 3 : 5
}

/** What has become of an entry by now. */
function outcome(
  random: Random,
  start: Date,
  now: Date,
  past: boolean,
): Pick<DemoAppointment, 'status' | 'status_by' | 'tries' | 'cancel_reason'> {
  const late = (now.getTime() - start.getTime()) / 60_000
  const quiet = { status_by: null, tries: 0, cancel_reason: null }
  if (past || late > 25) {
    const fate = random.weighted([
      ['finished', 86],
      ['missed', 5],
      ['cancelled', 6],
      ['link', 3],
    ] as const)
    if (fate === 'finished') return { ...quiet, status: 'finished' }
    if (fate === 'cancelled')
      return {
        ...quiet,
        status: 'cancelled',
        status_by: random.pick(['patient', 'staff']),
        cancel_reason: random.pick(['臨時有事', '已就近就醫', '改約下週']),
      }
    const status_by = fate === 'missed' ? 'missed' : 'linkExpired'
    return { status: past ? 'closed' : 'autoCancelled', status_by, tries: 1, cancel_reason: past ? '當日未完成' : null }
  }
  if (late > -30) return { ...quiet, status: 'checkedIn' }
  return { ...quiet, status: 'registered' }
}

interface Draft {
  kind: string
  interval: number
  minute: number
  duration: number
  problem: string
  site: string
  status?: string
}

function entry(
  random: Random,
  plan: Plan,
  partner: number,
  day: string,
  now: Date,
  draft: Draft,
  queue_no: number,
  pid: number,
): DemoAppointment {
  const { at, dayOf } = plan.calendar
  const start = at(day, draft.minute)
  const state = draft.status
    ? { status: draft.status, status_by: null, tries: 0, cancel_reason: null }
    : outcome(random, start, now, day < dayOf(now))
  const seen = ['checkedIn', 'finished'].includes(state.status)
  const done = state.status === 'finished'
  const proxy = plan.agent !== null && draft.kind === 'general' && random.chance(0.12)
  const began = new Date(start.getTime() + random.int(0, 9) * 60_000)
  const night = [0, 3, 4, 5].includes(draft.interval)
  return {
    partner_id: partner,
    unit_id: plan.unit_id,
    pid,
    did: plan.did,
    booked_by: proxy && plan.agent ? plan.agent : plan.booker,
    proxy,
    ...state,
    kind: draft.kind,
    interval: draft.interval,
    date: day,
    start_at: start,
    duration_minutes: draft.duration,
    queue_no,
    site: draft.site,
    service_item: draft.kind === 'special' ? '特約諮詢' : draft.kind === 'emergency' ? '急診視訊' : '一般門診',
    consult_problem: draft.problem,
    call_target: random.chance(0.1) ? 'family' : 'patient',
    fee: (night ? 60_000 : 45_000) * (draft.kind === 'special' ? 2 : 1),
    currency: 'TWD',
    payment: state.status === 'cancelled' ? 'refunded' : 'paid',
    p_memo: random.pick(memos) || null,
    checked_in_at: seen
      ? new Date(Math.min(start.getTime() - random.int(2, 18) * 60_000, now.getTime() - random.int(1, 20) * 60_000))
      : null,
    started_at: done ? began : null,
    finished_at: done ? new Date(began.getTime() + random.int(6, 14) * 60_000) : null,
    finished_by: done ? plan.did : null,
    device_check:
      seen && draft.site === 'video'
        ? {
            camera: random.chance(0.9) ? 'ok' : 'denied',
            microphone: 'ok',
            speaker: 'ok',
            at: at(day, draft.minute - 5).toISOString(),
          }
        : null,
  }
}

/** One doctor's day: three sessions as full as `load` says, thinner at the weekend, and a special visit of the busiest. */
export function planDay(random: Random, plan: Plan, partner: number, day: string, now: Date): DemoAppointment[] {
  const load = plan.load * (weekday(day) > 5 ? 0.8 : 1)
  const drafts: Draft[] = []
  for (const session of sessions) {
    for (let place = 0; place < session.places; place++)
      if (random.chance(load))
        drafts.push({
          kind: 'general',
          interval: session.interval,
          minute: session.from + place * session.step,
          duration: session.step,
          problem: random.pick(visits).problem,
          site: random.weighted([
            ['video', 80],
            ['voice', 12],
            ['onsite', 8],
          ]),
        })
  }
  if (plan.load > 0.8)
    drafts.push({
      kind: 'special',
      interval: 2,
      minute: 15 * 60 + 30,
      duration: 30,
      problem: '減重與代謝長期諮詢',
      site: 'video',
    })
  const people = [...plan.pids].sort(() => random.next() - 0.5)
  const numbers = new Map<string, number>()
  return drafts.map((draft, index) => {
    const queue_no = (numbers.get(draft.kind) ?? 0) + 1
    numbers.set(draft.kind, queue_no)
    return entry(random, plan, partner, day, now, draft, queue_no, people[index % people.length] ?? 1)
  })
}

/** Entries around this very hour, so that whoever starts the demo at night finds somebody waiting too. */
export function planNow(
  random: Random,
  plan: Plan,
  partner: number,
  now: Date,
  firstNo: number,
  wanted: { pid: number; status: string; site?: string }[],
): DemoAppointment[] {
  const day = plan.calendar.dayOf(now)
  const minute = plan.calendar.minuteOfDay(now)
  return wanted.map((want, index) => {
    // Those on their way are due in a moment, those who wait were due a moment ago.
    const offset = want.status === 'registered' ? 5 + index * 5 : index * 5 - 35
    const planned = Math.max(0, Math.min(23 * 60 + 55, Math.floor(minute / 5) * 5 + offset))
    const draft = {
      kind: 'general',
      interval: intervalAt(planned),
      minute: planned,
      duration: 10,
      problem: visits[index % visits.length]?.problem ?? '',
      site: want.site ?? 'video',
      status: want.status,
    }
    return entry(random, { ...plan, agent: null }, partner, day, now, draft, firstNo + index, want.pid)
  })
}

export function planEmergency(random: Random, plan: Plan, partner: number, now: Date, pid: number): DemoAppointment {
  const minute = Math.max(0, plan.calendar.minuteOfDay(now) - 5)
  return entry(
    random,
    plan,
    partner,
    plan.calendar.dayOf(now),
    now,
    {
      kind: 'emergency',
      interval: 0,
      minute,
      duration: 15,
      problem: random.pick(emergencies),
      site: 'video',
      status: 'checkedIn',
    },
    1,
    pid,
  )
}
