import { nextFilling, type RxSide } from '@teleward/contract/emr/rx-rules.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { RxContent, RxSending, RxState, RxStep } from '@teleward/contract/emr/rx-schema.ts'
import { canSeeSending } from '../access/visible.ts'
import { holdsName } from '../patients/matching.ts'
import { condition, preparesFor } from '../platform/access/index.ts'
import type { StaffActor } from '../platform/actor.ts'
import { inOrder, json, sql } from '../platform/db/index.ts'

type Row = Omit<RxSending, 'nextFrom' | 'sides' | 'patient' | 'content'> & { content: RxContent; toUnit: number }

const sendingJson = sql<Row>`jsonb_build_object('id', s.id, 'number', upper(left(s.note_id::text, 8)), 'pid', s.pid, 'qid', s.qid,
  'noteId', s.note_id, 'state', s.state, 'version', s.version, 'toUnit', s.to_unit,
  'prescriber', (select jsonb_build_object('mid', a.mid, 'name', a.name, 'nameEn', a.name_en) from staff a where a.mid = s.author_mid),
  'pharmacy', (select jsonb_build_object('id', p.id, 'name', p.name, 'city', p.city, 'address', p.address, 'phone', p.phone)
    from pharmacy p where p.id = s.pharmacy_id),
  'content', s.content, 'refill', s.refill, 'dispensings', s.dispensings, 'steps', s.steps, 'replaces', s.replaces,
  'sentAt', s.sent_at, 'stateAt', s.state_at)`

/** On which sides of it somebody stands. */
export function sidesOf(who: StaffActor, { prescriber, toUnit }: Pick<Row, 'prescriber' | 'toUnit'>): RxSide[] {
  return [
    ...(prescriber.mid === who.mid && who.rights['prescription.write'] === 'y' ? (['prescriber'] as const) : []),
    ...(who.rights['prescription.dispense'] === 'y' && who.unitIds.includes(toUnit) ? (['pharmacy'] as const) : []),
  ]
}
export function filledOf(
  { refill, dispensings, content, steps }: Pick<Row, 'refill' | 'dispensings' | 'content' | 'steps'>,
  zone: string,
) {
  return {
    refill,
    days: dispensings.map(({ at }) => localDay(new Date(at), zone)),
    supply: Math.max(...content.lines.map(({ days }) => days)),
    stopped: steps.some(({ action }) => action === 'stop'),
  }
}
export function asSending(who: StaffActor, row: Row): RxSending {
  const { toUnit: _unit, content: all, ...rest } = row
  const { patient, ...content } = all
  const next = row.dispensings.length ? nextFilling(filledOf(row, who.timeZone)) : null
  return { ...rest, patient, content, nextFrom: next, sides: sidesOf(who, row) }
}

export const ofVisit = (qid: number) => sql<{ row: Row }>`
  select ${sendingJson} as row from prescription_sending s where s.qid = ${qid} and ${canSeeSending('s')} order by s.sent_at desc, s.id`
export const byId = (id: string) =>
  sql<{
    row: Row
  }>`select ${sendingJson} as row from prescription_sending s where s.id = ${id}::uuid and ${canSeeSending('s')}`
export const lock = (id: string) => sql<{ id: string }>`
  select s.id from prescription_sending s where s.id = ${id}::uuid and ${canSeeSending('s')} for update`
/** The one of a note that is not over, under its lock. */
export const lockLive = (noteId: string) => sql<{ id: string; state: RxState }>`
  select s.id, s.state from prescription_sending s
  where s.note_id = ${noteId}::uuid and s.state in ('sent', 'received', 'returned', 'dispensed') and ${canSeeSending('s')} for update`

export interface Asked {
  state: 'open' | 'all' | RxState
  pharmacy?: number | undefined
  pid?: number | undefined
  from: Date | null
  to: Date | null
  refill?: '1' | undefined
  q?: string | undefined
  sort?: 'sent' | '-sent' | 'patient' | '-patient' | 'state' | '-state' | undefined
  page: number
  pageSize: number
}
const orders = {
  sent: sql`s.sent_at`,
  patient: sql`s.content -> 'patient' ->> 'name'`,
  state: sql`array_position(array['returned', 'sent', 'received', 'rejected', 'dispensed', 'cancelled'], s.state)`,
}
/** Of one's own pharmacies, those one sent, and those of whom one prepares for. What one reads of others' notes is in the record. */
const mine = (who: StaffActor) => sql<boolean>`(${canSeeSending('s')} and (
  (${who.rights['prescription.write'] === 'y'} and s.author_mid = ${who.mid})
  or (${who.rights['prescription.write'] === 'p'} and ${condition(preparesFor('author_mid'), 's')})
  or (${who.rights['prescription.dispense'] === 'y'} and s.to_unit = any (${[...who.unitIds]}::int[]))))`
function where(who: StaffActor, q: Asked) {
  const text = q.q?.trim().toLowerCase() ?? ''
  const state =
    q.state === 'open'
      ? sql`s.state in ('sent', 'received', 'returned')`
      : q.state === 'all'
        ? sql`true`
        : sql`s.state = ${q.state}`
  return sql`${mine(who)} and ${state}
    and (${q.pharmacy ?? null}::int is null or s.pharmacy_id = ${q.pharmacy ?? null}::int)
    and (${q.pid ?? null}::int is null or s.pid = ${q.pid ?? null}::int)
    and (${q.from}::timestamptz is null or s.sent_at >= ${q.from}::timestamptz)
    and (${q.to}::timestamptz is null or s.sent_at < ${q.to}::timestamptz)
    and (${q.refill !== '1'} or s.refill is not null)
    and (${text === ''} or starts_with(s.note_id::text, ${text}) or ${holdsName(sql`s.content -> 'patient' ->> 'name'`, text)})`
}
export const list = (who: StaffActor, q: Asked) => sql<{ row: Row }>`
  select ${sendingJson} as row from prescription_sending s where ${where(who, q)}
  order by ${inOrder(q.sort, orders, sql`s.sent_at, s.id`, sql`s.sent_at, s.id`)}
  limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}`
export const count = (who: StaffActor, q: Asked) =>
  sql<{ n: number }>`select count(*)::int as n from prescription_sending s where ${where(who, q)}`

export interface Sent {
  id: string
  partnerId: number
  unitId: number
  pid: number
  qid: number
  noteId: string
  authorMid: number
  pharmacyId: number
  toUnit: number
  content: RxContent
  refill: RxSending['refill']
  step: RxStep
  replaces: string | null
}
/** Nothing where another one of the note is there already. */
export const insert = (one: Sent, now: Date) => sql<{ id: string }>`
  insert into prescription_sending (id, partner_id, unit_id, pid, qid, note_id, author_mid, pharmacy_id, to_unit, content, refill, steps,
    replaces, sent_at, state_at)
  values (${one.id}::uuid, ${one.partnerId}, ${one.unitId}, ${one.pid}, ${one.qid}, ${one.noteId}::uuid, ${one.authorMid}, ${one.pharmacyId},
    ${one.toUnit}, ${json(one.content)}, ${json(one.refill)}, ${json([one.step])}, ${one.replaces}::uuid, ${now}, ${now})
  on conflict (note_id) where state in ('sent', 'received', 'returned', 'dispensed') do nothing returning id`
export const advance = (id: string, state: RxState, step: RxStep, now: Date, dispensing: unknown = null) => sql<{
  version: number
}>`
  update prescription_sending s set state = ${state}, version = version + 1, state_at = ${now},
    steps = steps || ${json([step])}, dispensings = dispensings || ${json(dispensing === null ? [] : [dispensing])}
  where s.id = ${id}::uuid returning version`

/** What of the patient and the signed note goes along. */
export const contentOf = (noteId: string) => sql<{ content: Omit<RxContent, 'allergies'> }>`
  select jsonb_build_object('institution', p.name, 'signedAt', n.signed_at,
    'patient', jsonb_build_object('name', m.name, 'nameEn', m.name_en, 'gender', m.gender, 'birthday', m.birthday, 'memberNo', m.member_no,
      'weight', m.weight, 'kidney', null),
    'diagnoses', (select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'nameEn', d.name_en, 'nameZhTw', d.name_zh_tw)
        order by d.sort, d.id), '[]') from diagnosis d where d.note_id = n.id),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('code', l.code, 'name', l.name, 'unit', l.unit, 'dose', l.dose,
        'frequency', l.frequency, 'route', l.route, 'days', l.days, 'total', l.total, 'totalReason', l.total_reason, 'notes', l.notes,
        'totalUnit', l.total_unit) order by l.sort, l.id), '[]') from prescription_line l where l.note_id = n.id),
    'answers', n.drug_answers) as content
  from note n join member m on m.pid = n.pid join partner p on p.id = n.partner_id where n.id = ${noteId}::uuid`
