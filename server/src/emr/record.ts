import { canSeeMember, canSeeRow, canSeeVisit } from '../access/visible.ts'
import { canNote, visitTakesNote } from '@teleward/contract/emr/rules.ts'
import type { EmrData, Note, PrintableNote, RecordAccess, RecordBrief, Visit } from '@teleward/contract/emr/schema.ts'
import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import type { HistoryKind } from '@teleward/contract/members/schema.ts'
import { historyKind } from '@teleward/contract/members/schema.ts'
import { isNamed } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sendingsOf } from '../products/sending.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { sendingsOfVisit } from './rx.ts'
import { noteActor, type Opened, openRecord, tookPart } from './access.ts'
import { noteJson, notesOfVisit, readable } from './repo.ts'

/** The frame of a visit: who, when, how, and what the patient agreed to. */
export async function visitOf(read: Read, qid: number): Promise<(Visit & { pid: number }) | undefined> {
  const [row] = await read(sql<{ visit: Visit & { pid: number } }>`
    select jsonb_build_object('qid', a.qid, 'pid', a.pid, 'unitId', a.unit_id, 'unitName', u.name, 'unitNameEn', u.name_en,
      'doctor', jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en), 'status', a.status, 'kind', a.kind,
      'interval', a."interval", 'date', a.date, 'startAt', a.start_at, 'queueNo', a.queue_no, 'site', a.site,
      'telemedicine', a.site <> 'onsite', 'serviceItem', a.service_item, 'consultProblem', a.consult_problem, 'p_memo', a.p_memo,
      'roomId', a.room_id, 'version', a.version,
      'identityAt', (select max(v.identity_at) from video_link v where v.qid = a.qid and v.kind <> 'pay'),
      'consents', (select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'state', c.state, 'at', c.at,
          'witness', (select w.name from staff w where w.mid = c.witness_mid)) order by c.at, c.id), '[]')
        from consent c where c.qid = a.qid),
      'startedAt', coalesce(a.started_at, (select min(r.live_at) from room r where r.qid = a.qid)),
      'endedAt', coalesce((select max(r.closed_at) from room r where r.qid = a.qid), a.finished_at)) as visit
    from appointment a join unit u on u.id = a.unit_id join staff s on s.mid = a.did
    where a.qid = ${qid} and ${canSeeVisit('a')}`)
  return row?.visit
}

/** The visit, of the patient it is said to be of. */
export async function visitFor(read: Read, pid: number, qid: number): Promise<Visit> {
  const visit = await visitOf(read, qid)
  if (!visit) throw new AppError('NOT_FOUND')
  if (visit.pid !== pid) throw new AppError('FIELD_RELATED', { fields: [{ path: 'pid', code: 'FIELD_RELATED' }] })
  return visit
}

const briefJson = sql<RecordBrief>`jsonb_build_object('noteId', n.id, 'qid', n.qid, 'date', a.date, 'site', a.site,
  'author', jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en),
  'division', (select sp.division from staff_partner sp where sp.mid = n.author_mid and sp.partner_id = n.partner_id),
  'state', n.state, 'version', n.version, 'signedAt', n.signed_at, 'late', n.late, 'consultProblem', a.consult_problem,
  'diagnoses', (select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'nameEn', d.name_en, 'nameZhTw', d.name_zh_tw) order by d.sort, d.id), '[]')
    from diagnosis d where d.note_id = n.id),
  'drugs', (select coalesce(jsonb_agg(jsonb_build_object('code', l.code, 'name', l.name) order by l.sort, l.id), '[]')
    from prescription_line l where l.note_id = n.id))`

/** Which notes of a patient are asked for: everybody's of an open record, otherwise the caller's own alone. */
const allowed = (mid: number, opened: Opened) =>
  opened.access === 'none' ? sql<boolean>`(n.author_mid = ${mid} and ${readable(mid)})` : readable(mid)

/** Has the caller written of this patient? `withdrawn` counts what was withdrawn, too. */
export async function hasOwn(read: Read, mid: number, pid: number, withdrawn: boolean): Promise<boolean> {
  const [row] = await read(sql<{ own: boolean }>`select exists (select 1 from note n where n.pid = ${pid}
    and n.author_mid = ${mid} and ${readable(mid)} ${withdrawn ? sql`` : sql`and n.state <> 'withdrawn'`}) as own`)
  return row?.own === true
}

export interface HistoryAsk {
  pid: number
  q?: string
  withdrawn?: boolean
  exceptQid?: number
  page: number
  pageSize: number
}
const holds = (text: string, q: string) => sql`strpos(lower(${sql.ref(text)}), ${q}) > 0`

function historyFrom(mid: number, opened: Opened, ask: HistoryAsk) {
  const q = ask.q?.trim().toLowerCase() ?? ''
  // Drafts are work in progress, not records.
  return sql`
    from note n join appointment a on a.qid = n.qid join staff s on s.mid = n.author_mid
    where n.pid = ${ask.pid} and ${allowed(mid, opened)}
      and n.state in ('signed', 'amended'${ask.withdrawn ? sql`, 'withdrawn'` : sql``})
      and n.qid <> ${ask.exceptQid ?? 0}
      ${
        q
          ? sql`and (${isNamed('s', q)} or ${holds('a.consult_problem', q)}
            or exists (select 1 from diagnosis d where d.note_id = n.id and (${holds('d.code', q)} or ${holds('d.name_en', q)} or ${holds('d.name_zh_tw', q)}))
            or exists (select 1 from prescription_line l where l.note_id = n.id and (${holds('l.code', q)} or ${holds('l.name', q)} or ${holds('l.name_zh_tw', q)})))`
          : sql``
      }`
}
export async function history(read: Read, mid: number, opened: Opened, ask: HistoryAsk): Promise<RecordBrief[]> {
  const rows = await read(sql<{ brief: RecordBrief }>`
    select ${briefJson} as brief ${historyFrom(mid, opened, ask)}
    order by a.start_at desc, n.created_at desc, n.id limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`)
  return rows.map(({ brief }) => brief)
}
export async function historyTotal(read: Read, mid: number, opened: Opened, ask: HistoryAsk): Promise<number> {
  const [row] = await read(sql<{ n: number }>`select count(*)::int as n ${historyFrom(mid, opened, ask)}`)
  return row?.n ?? 0
}

interface PageAsk {
  pid: number
  page: number
  pageSize: number
}
/** Notes of a patient in full, newest first: the caller's own in every state, others' once signed. */
export async function notesOf(read: Read, mid: number, { pid, page, pageSize }: PageAsk, opened: Opened) {
  const from = sql`from note n where n.pid = ${pid} and ${allowed(mid, opened)} and n.state <> 'withdrawn'`
  const rows = await read(sql<{ note: Note }>`
    select ${noteJson} as note ${from} order by n.created_at desc, n.id limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const [count] = await read(sql<{ n: number }>`select count(*)::int as n ${from}`)
  return { data: rows.map(({ note }) => note), page, pageSize, total: count?.n ?? 0 }
}

/** What lets the caller read on: the patient, an emergency, or having written it oneself. */
export function reasonFor(opened: Opened, own: boolean): Exclude<RecordAccess, 'none'> {
  if (opened.access !== 'none') return opened.access
  if (own) return 'own'
  throw new AppError('EMR_NOT_AUTHORISED')
}

const detailsOf = async (read: Read, pid: number) =>
  (
    await read(sql<{ details: EmrData['details']; history: HistoryFact[] }>`
      select jsonb_build_object('idNumber', m.id_number, 'nhiCardNumber', m.nhi_card_number, 'mobile', m.mobile, 'email', m.email,
          'height', m.height, 'weight', m.weight, 'language', m.language, 'emergencyContact', case when m.emergency_contact is null then null else
            jsonb_build_object('name', m.emergency_contact ->> 'name', 'relation', m.emergency_contact ->> 'relation', 'phone', m.emergency_contact ->> 'phone') end)
          as details,
        (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'kind', h.kind, 'note', h.note, 'ename', h.ename,
            'mh_other_value', h.mh_other_value, 'severity', h.severity, 'recordedAt', h.recorded_at,
            'recordedBy', (select s.name from staff s where s.mid = h.recorded_by), 'item', h.item, 'verification', h.verification,
            'criticality', h.criticality, 'reaction', h.reaction, 'substance', h.substance) order by h.id), '[]')
          from member_history h where h.pid = m.pid and h.withdrawn_at is null and ${canSeeRow('h')}) as history
      from member m where m.pid = ${pid} and ${canSeeMember('m')}`)
  )[0]

const byKind = (entries: readonly HistoryFact[]) =>
  Object.fromEntries(
    historyKind.options.map((kind) => [kind, entries.filter((entry) => entry.kind === kind)]),
  ) as Record<HistoryKind, HistoryFact[]>

const RECENT = 10

/** The record beside a visit. `access` says how far it is open; with `own` only the own note of the visit is there. */
export async function emrData(
  read: Read,
  who: StaffActor,
  ask: { pid: number; qid: number },
  signConfirmedUntil: Date | null,
  ai: EmrData['ai'],
): Promise<EmrData> {
  const visit = ask.qid ? await visitFor(read, ask.pid, ask.qid) : null
  const opened = await openRecord(read, ask.pid, visit?.unitId)
  const isOpen = opened.access !== 'none'
  const all = visit ? await notesOfVisit(read, visit.qid, who.mid) : []
  const notes = all.filter((note) => isOpen || note.author.mid === who.mid)
  const mine = notes.find((note) => note.author.mid === who.mid && note.state !== 'withdrawn') ?? null
  const part = !isOpen && visit !== null && (mine !== null || (await tookPart(read, visit.qid, who.mid)))
  const actor = await noteActor(read, who)
  const full = isOpen ? await detailsOf(read, ask.pid) : undefined
  return {
    access: isOpen ? opened.access : part ? 'own' : 'none',
    accessUntil: opened.patient.authorisedUntil,
    patient: opened.patient,
    details: full?.details ?? null,
    history: full ? byKind(full.history) : null,
    visit,
    note: mine,
    others: notes.filter((note) => note !== mine),
    records: isOpen
      ? await history(read, who.mid, opened, {
          pid: ask.pid,
          ...(visit ? { exceptQid: visit.qid } : {}),
          page: 1,
          pageSize: RECENT,
        })
      : null,
    sendings: visit ? await sendingsOfVisit(read, who, visit.qid) : [],
    products: visit ? await sendingsOf(read, who, visit.qid) : [],
    preparesFor: [...actor.preparesFor],
    mayWrite:
      !mine &&
      visit !== null &&
      (isOpen || part) &&
      visitTakesNote(visit.status) &&
      canNote('create', actor, { state: 'none', authorMid: who.mid }).ok,
    ai,
    mayEmergency: opened.access === 'none' && who.rights['emr.emergency'] === 'y',
    signConfirmedUntil: signConfirmedUntil ? signConfirmedUntil.toISOString() : null,
  }
}

/** One visit with its notes, for reading and printing; withdrawn ones are shown struck through. */
export async function printableNoteOf(
  read: Read,
  who: StaffActor,
  qid: number,
  noteId?: string,
): Promise<PrintableNote> {
  const visit = await visitOf(read, qid)
  if (!visit) throw new AppError('NOT_FOUND')
  const opened = await openRecord(read, visit.pid, visit.unitId)
  const found = await notesOfVisit(read, qid, who.mid)
  const all = found.filter((note) => opened.access !== 'none' || note.author.mid === who.mid)
  const access = reasonFor(opened, all.length > 0)
  const notes = noteId === undefined ? all : all.filter((note) => note.id === noteId)
  if (noteId !== undefined && !notes.length) throw new AppError('NOT_FOUND')
  const [institution] = await read(sql<PrintableNote['institution']>`
    select p.name, p.name_en as "nameEn", ${visit.unitName}::text as "unitName", ${visit.unitNameEn}::text as "unitNameEn", p.logo, p.phone from partner p where p.id = ${who.partnerId}`)
  if (!institution) throw new AppError('NOT_FOUND')
  const [products, sendings] = [await sendingsOf(read, who, qid), await sendingsOfVisit(read, who, qid)]
  return { access, institution, patient: opened.patient, visit, notes, products, sendings }
}
