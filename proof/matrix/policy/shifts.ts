import type { Nobodys, Rule } from './shape.ts'

const day = '2026-03-20'
const hours = { start: '09:00', end: '12:00', capacity: 12 }
const ways = ['body.confirm.ways.0.qid', 'body.confirm.ways.0.did']
/** Entries are settled only as the caller's own list shows them, by the steps of visits (which have their own rules). */
const change = (body: object): Nobodys => ({
  none: "a doctor's hours: entries only as listed under what the caller sees",
  ids: ['body.did', ...ways],
  with: { body },
})
const ofShifts = 'the right over these shifts: tried in server/src/shifts/shifts.test.ts'
const free: Nobodys = { none: 'times without whose they are', ids: ['params.did', 'query.unit'] }

/** Hours of doctors: known to colleagues, changed by whom they belong to or are entrusted to. */
export const shifts: Record<string, Rule> = {
  'POST /his/api/scheduletype': { none: 'common knowledge' },
  'POST /his/api/fetchShift': {
    none: "colleagues' hours",
    ids: ['body.did', 'body.unit'],
    with: { body: { team: true, from: day, to: day } },
  },
  'POST /his/api/schedule': change({ effectiveFrom: day, entries: [{ weekday: 1, interval: 1, ...hours }] }),
  'POST /his/api/delschedule': change({ effectiveFrom: day, cells: [{ weekday: 1, interval: 1 }] }),
  'POST /his/api/updateShift': change({ date: day, interval: 1, change: { closed: true } }),
  'POST /his/api/updateLeave': change({ from: day, to: day }),
  'POST /his/api/updatelimit': change({ date: day, interval: 1, capacity: 12 }),
  'POST /his/api/shiftaffected': { ...change({ confirm: { ways: [] } }), asksMore: ofShifts },
  'GET /his/api/shiftaffected/{did}': { none: 'a list: filled by what the caller sees', ids: ['params.did'] },
  'POST /his/api/noticedoctorshift': {
    none: "a word to colleagues of a doctor's units",
    ids: ['body.did'],
    with: { body: { from: day } },
    asksMore: ofShifts,
  },
  'GET /his/api/freetimes/{did}': { ...free, with: { params: { did: 500 }, query: { from: day, to: day } } },
  'GET /his/api/freetimes': { ...free, with: { query: { date: day } } },
}
