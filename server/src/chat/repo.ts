import type { ChatKind } from '@teleward/contract/chat/rules.ts'
import type {
  ConversationOf,
  GroupContact,
  PatientContact,
  StaffContact,
  WaitingContact,
} from '@teleward/contract/chat/schema.ts'
import { isMember, isNamed } from '../patients/matching.ts'
import { type Compilable, containing, sql } from '../platform/db/index.ts'
import { attachedKind, attachmentFields, attachmentOf, type AttachmentRow, type MessageRow } from './attached.ts'
import { inGroup, myPlace, readTo, takesPart, type Who, withColleagues, withPatients } from './reach.ts'
import { unread } from './unread.ts'

const person = (alias: string) => sql`case when ${sql.ref(`${alias}.mid`)} is null then null else
  jsonb_build_object('mid', ${sql.ref(`${alias}.mid`)}, 'name', ${sql.ref(`${alias}.name`)}, 'nameEn', ${sql.ref(`${alias}.name_en`)}) end`

const last = (
  who: Who,
) => sql`(select jsonb_build_object('seq', m.seq, 'textContent', case when m.recalled_at is null then left(m.body, 120) end,
    'attached', ${attachedKind('m')}, 'time', m.sent_at, 'fromMe', m.author_mid is not distinct from ${who.mid}::int, 'from', ${person('w')})
  from chat_message m left join staff w on w.mid = m.author_mid where m.conversation_id = c.id and m.seq = c.last_seq)`
const common = (who: Who) => sql`'conversationId', c.id, 'last', ${last(who)}, 'unread', ${unread(who)}`

const patientJson = (
  who: Who,
) => sql`jsonb_build_object(${common(who)}, 'pid', c.pid, 'pname', p.name, 'pnameEn', p.name_en,
  'gender', p.gender, 'birthday', p.birthday, 'vip', p.vip, 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en,
  'seenAt', (select s.seen_at from chat_participant s where s.conversation_id = c.id and s.mid is null),
  'waits', c.last_seq > c.answered_seq)`
const ofPatients = sql`chat_conversation c join member p on p.pid = c.pid join unit u on u.id = c.unit_id`
/** On the own list: something was said since it was taken off, or it was taken among the contacts and nothing was said yet. */
const listed = sql`(c.last_seq > coalesce(me.hidden_seq, case when me.id is null then 0 else -1 end))`
/** Not taken off the own list since its last word. */
const kept = sql`(me.hidden_seq is null or c.last_seq > me.hidden_seq)`
const newest = sql`c.last_at desc nulls last, c.id desc`

interface Span {
  limit: number
  offset?: number
  q?: string | undefined
}
export const patients = (who: Who, { limit, offset = 0, q }: Span): Compilable<{ row: PatientContact }> => sql<{
  row: PatientContact
}>`select ${patientJson(who)} as row from ${ofPatients} ${myPlace(who)}
  where ${withPatients(who)} and ${listed} ${q ? sql`and ${isMember('p', q)}` : sql``}
  order by ${newest} limit ${limit} offset ${offset}`
/** Of all the conversations, not of the recent ones: whose first unanswered word is the oldest. Taken off one's list it waits as well. */
export const waitingLongest = (who: Who, limit: number): Compilable<{ row: WaitingContact }> => sql<{
  row: WaitingContact
}>`
  with first as (select c.id, m.sent_at from chat_conversation c join chat_message m on m.conversation_id = c.id and m.seq = c.answered_seq + 1
    where ${withPatients(who)} and c.last_seq > c.answered_seq order by m.sent_at, c.id limit ${limit})
  select ${patientJson(who)} || jsonb_build_object('waitingSince', f.sent_at) as row
  from first f join ${ofPatients} on c.id = f.id ${myPlace(who)} where ${withPatients(who)} order by f.sent_at, c.id`
export const patientsCount = (who: Who): Compilable<{ n: number }> =>
  sql<{
    n: number
  }>`select count(*)::int as n from chat_conversation c ${myPlace(who)} where ${withPatients(who)} and ${listed}`

/** The other of a pair: a colleague with whom there may be a conversation, or none yet. */
const colleagueJson = (who: Who) => sql`jsonb_build_object('conversationId', c.id,
  'last', case when c.id is null then null else ${last(who)} end, 'unread', case when c.id is null then 0 else ${unread(who)} end,
  'mid', s.mid, 'dname', s.name, 'dnameEn', s.name_en, 'title', sp.title, 'doctortype', sp.doctortype, 'staff_type', sp.staff_type,
  'presence', coalesce(pr.code, 3000), 'online', coalesce(pr.code, 3000) <> 3000)`
const ofColleagues = (
  who: Who,
) => sql`staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
  left join presence pr on pr.mid = s.mid
  left join chat_conversation c on ${withColleagues(who)} and c.low_mid = least(s.mid, ${who.mid}) and c.high_mid = greatest(s.mid, ${who.mid})
  ${myPlace(who)}`
const active = (who: Who) =>
  sql`s.mid <> ${who.mid} and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard'`
/** Service staff are named where there is a conversation that they began. */
const named = sql`(sp.staff_type <> 4 or (c.last_seq > 0 and c.created_by = s.mid))`
/** A colleague who left stays where something was said; one may be taken off the own list as well. */
const shown = (
  who: Who,
) => sql`((${active(who)} and c.id is null) or ((${active(who)} or c.last_seq > 0) and c.id is not null and s.mid <> ${who.mid}
  and ${kept})) and ${named}`

export const colleagues = (
  who: Who,
  { limit, offset = 0, q }: Span,
  recent = false,
): Compilable<{ row: StaffContact }> => sql<{ row: StaffContact }>`
  select ${colleagueJson(who)} as row from ${ofColleagues(who)}
  where ${q ? sql`${active(who)} and ${named}` : shown(who)} ${recent ? sql`and c.last_seq > 0` : sql``}
    ${q ? sql`and ${isNamed('s', q)}` : sql``}
  order by c.last_at desc nulls last, coalesce(pr.code, 3000), s.name, s.mid limit ${limit} offset ${offset}`
export const colleaguesCount = (who: Who): Compilable<{ n: number }> =>
  sql<{ n: number }>`select count(*)::int as n from ${ofColleagues(who)} where ${shown(who)}`
/** Somebody of the institution whom one may write to; null: nobody one may know of. */
export const colleague = (who: Who, mid: number): Compilable<{ mid: number }> => sql<{ mid: number }>`
  select s.mid from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId} where s.mid = ${mid} and ${active(who)}`

const groupJson = (who: Who) => sql`jsonb_build_object(${common(who)}, 'id', c.id, 'name', c.name, 'members',
  (select coalesce(jsonb_agg(${person('s')} order by s.name, s.mid), '[]') from chat_participant g join staff s on s.mid = g.mid
    where g.conversation_id = c.id and g.left_at is null))`
export const groups = (who: Who, { limit, q }: Span): Compilable<{ row: GroupContact }> => sql<{ row: GroupContact }>`
  select ${groupJson(who)} as row from chat_conversation c ${myPlace(who)}
  where ${inGroup(who)} and ${kept}
    ${q ? sql`and c.name ilike ${containing(q)}` : sql``}
  order by ${newest} limit ${limit}`

export interface Unread {
  patients: number
  doctors: number
  groups: number
}
/** Of those on the own list, so that each word that is counted has a row in which it is found. */
export const unreadOf = (who: Who): Compilable<Unread> => sql<Unread>`
  select coalesce(sum(t.n) filter (where t.kind = 'patient'), 0)::int as patients,
    coalesce(sum(t.n) filter (where t.kind = 'staff'), 0)::int as doctors, coalesce(sum(t.n) filter (where t.kind = 'group'), 0)::int as groups
  from (select c.kind, ${unread(who)} as n from chat_conversation c ${myPlace(who)}
    where ${takesPart(who)} and c.last_seq > ${readTo} and ${kept}) t`

/** Where these words stand: the newest conversations that have any. */
export const unreadFirst = (who: Who, limit: number): Compilable<ConversationOf> => sql<ConversationOf>`
  select c.kind, c.id as "conversationId",
    case c.kind when 'patient' then c.pid when 'staff' then c.low_mid + c.high_mid - ${who.mid}::int else c.id end as id
  from chat_conversation c ${myPlace(who)}
  where ${takesPart(who)} and c.last_seq > ${readTo} and ${kept} and ${unread(who)} > 0 order by ${newest} limit ${limit}`

/** The same of one conversation; no row: not the caller's. */
export const unreadIn = (who: Who, id: number): Compilable<{ n: number }> => sql<{ n: number }>`
  select ${unread(who)} as n from chat_conversation c ${myPlace(who)} where c.id = ${id} and ${takesPart(who)}`

// ── one conversation ────────────────────────────────────────────────────────────────────────────────────────────
export interface Conversation {
  id: number
  kind: ChatKind
  partnerId: number
  unitId: number | null
  pid: number | null
  low: number | null
  high: number | null
  name: string | null
  lastSeq: number
  answeredSeq: number
  version: number
  readSeq: number
}
const conversation = sql`c.id, c.kind, c.partner_id as "partnerId", c.unit_id as "unitId", c.pid, c.low_mid as low, c.high_mid as high,
  c.name, c.last_seq as "lastSeq", c.answered_seq as "answeredSeq", c.version, ${readTo} as "readSeq"`
export const byId = (who: Who, id: number): Compilable<Conversation> => sql<Conversation>`
  select ${conversation} from chat_conversation c ${myPlace(who)} where c.id = ${id} and ${takesPart(who)}`
/** Waits for its turn, and says nothing of whether it is the caller's. */
export const lockForUpdate = (id: number): Compilable<unknown> =>
  sql`select 1 from chat_conversation c where c.id = ${id} for update of c`
/** The newest of a member's in the caller's units: after a merge there may be two in one. */
export const ofMember = (
  who: Who,
  pid: number,
  unit: number | null = null,
): Compilable<Conversation> => sql<Conversation>`
  select ${conversation} from chat_conversation c ${myPlace(who)} where c.pid = ${pid} and ${withPatients(who)}
    and (${unit}::int is null or c.unit_id = ${unit}::int) order by ${newest} limit 1`
export const ofPair = (who: Who, mid: number): Compilable<Conversation> => sql<Conversation>`
  select ${conversation} from chat_conversation c ${myPlace(who)} where ${withColleagues(who)}
    and c.low_mid = ${Math.min(who.mid, mid)} and c.high_mid = ${Math.max(who.mid, mid)}`
/** A group one has been in, and is not any more. */
export const wasIn = (who: Who, id: number): Compilable<{ id: number }> => sql<{ id: number }>`
  select p.id from chat_participant p where p.conversation_id = ${id} and p.mid = ${who.mid} and p.left_at is not null`

export const oneContact = (who: Who, { id, kind }: Pick<Conversation, 'id' | 'kind'>): Compilable<{ row: unknown }> =>
  kind === 'patient'
    ? sql<{
        row: unknown
      }>`select ${patientJson(who)} as row from ${ofPatients} ${myPlace(who)} where c.id = ${id} and ${withPatients(who)}`
    : kind === 'staff'
      ? sql<{
          row: unknown
        }>`select ${colleagueJson(who)} as row from ${ofColleagues(who)} where c.id = ${id} and s.mid <> ${who.mid}`
      : sql<{
          row: unknown
        }>`select ${groupJson(who)} as row from chat_conversation c ${myPlace(who)} where c.id = ${id} and ${inGroup(who)}`

// ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────
const seen = sql`(select count(*)::int from chat_participant p where p.conversation_id = m.conversation_id and p.last_read_seq >= m.seq
  and p.mid is distinct from m.author_mid and p.left_at is null)`
/** Somebody on the other side: of a patient's conversation the patient, or for the patient's words anybody of the staff. */
const seenThere = sql`exists (select 1 from chat_participant p where p.conversation_id = m.conversation_id and p.last_read_seq >= m.seq
  and p.mid is distinct from m.author_mid and (m.pid is null or (p.mid is null) <> (m.author_mid is null)))`
const quoted = sql`(select jsonb_build_object('seq', r.seq, 'textContent', case when r.recalled_at is null then left(r.body, 200) end,
  'attached', ${attachedKind('r')}, 'from', ${person('rw')})
  from chat_message r left join staff rw on rw.mid = r.author_mid where r.conversation_id = m.conversation_id and r.seq = m.reply_seq)`
const messageJson = (
  who: Who,
) => sql`jsonb_build_object('id', m.id, 'conversationId', m.conversation_id, 'seq', m.seq, 'clientId', m.client_id,
  'from_mid', m.author_mid, 'from', ${person('a')}, 'fromMe', m.author_mid is not distinct from ${who.mid}::int,
  'textContent', case when m.recalled_at is null then m.body end, 'time', m.sent_at, 'isSent', true, 'isSeen', ${seenThere}, 'readBy', ${seen},
  'recall', case when m.recalled_at is null then null else jsonb_build_object('time', m.recalled_at, 'by', ${person('b')}) end,
  'reply', case when m.reply_seq is null then null else ${quoted} end, 'attachment', ${attachmentOf})`
const joined = sql`chat_message m left join staff a on a.mid = m.author_mid left join staff b on b.mid = m.recalled_by`

interface Cut {
  from?: number | undefined
  to?: number | undefined
  newestFirst: boolean
  limit: number
}
/** Messages of a conversation that the caller was let into, by their numbers: never further than the index goes. */
export const messages = (
  who: Who,
  id: number,
  { from, to, newestFirst, limit }: Cut,
): Compilable<{ row: MessageRow }> =>
  sql<{ row: MessageRow }>`
  with cut as (select m.seq from chat_message m where m.conversation_id = ${id}
      ${from === undefined ? sql`` : sql`and m.seq >= ${from}`} ${to === undefined ? sql`` : sql`and m.seq <= ${to}`}
    order by m.seq ${newestFirst ? sql`desc` : sql``} limit ${limit})
  select ${messageJson(who)} as row from cut join ${joined} on m.conversation_id = ${id} and m.seq = cut.seq
  where exists (select 1 from chat_conversation c where c.id = ${id} and ${takesPart(who)}) order by m.seq`
export const byMessageId = (who: Who, id: number): Compilable<{ row: MessageRow }> => sql<{ row: MessageRow }>`
  select ${messageJson(who)} as row from ${joined} join chat_conversation c on c.id = m.conversation_id where m.id = ${id} and ${takesPart(who)}`
export const byClientId = (who: Who, id: number, clientId: string): Compilable<{ row: MessageRow }> => sql<{
  row: MessageRow
}>`select ${messageJson(who)} as row from ${joined} join chat_conversation c on c.id = m.conversation_id
  where m.conversation_id = ${id} and m.author_mid = ${who.mid} and m.client_id = ${clientId}::uuid and ${takesPart(who)}`
export const conversationOf = (who: Who, message: number): Compilable<{ id: number }> => sql<{ id: number }>`
  select c.id from chat_message m join chat_conversation c on c.id = m.conversation_id where m.id = ${message} and ${takesPart(who)}`
export const firstOfDay = (id: number, from: Date): Compilable<{ seq: number }> => sql<{ seq: number }>`
  select m.seq from chat_message m where m.conversation_id = ${id} and m.sent_at >= ${from} order by m.sent_at, m.seq limit 1`

const FOUND = 50
/** So many of the newest messages of the institution are looked at before the index of pairs is asked. */
const NEWEST = 20_000
/**
 * Newest first, of what the caller may read; a recalled one has no text that could be found. An index tells which messages hold the
 * words, and what they say is read by the caller's rights.
 */
export const search = (who: Who, q: string, id?: number, newest: number = NEWEST) => sql<{
  conversationId: number
  kind: ChatKind
  title: string
  titleEn: string | null
  seq: number
  textContent: string
  time: Date
  pid: number | null
}>`select c.id as "conversationId", c.pid, c.kind, coalesce(c.name, p.name, o.name) as title, coalesce(p.name_en, o.name_en) as "titleEn",
    m.seq, left(m.body, 200) as "textContent", m.sent_at as time
  from chat_messages_with(${q}, ${containing(q)}, ${id ?? null}::int, ${FOUND}::int, ${newest}::int) held
  join chat_message m on m.id = held.id join chat_conversation c on c.id = m.conversation_id left join member p on p.pid = c.pid
  left join staff o on o.mid = case when c.low_mid = ${who.mid} then c.high_mid else c.low_mid end
  where ${takesPart(who)} and m.recalled_at is null
  order by m.sent_at desc, m.seq desc`

/** What hangs on the messages of a conversation that the caller was let into, newest first. */
export const files = (who: Who, id: number, { before, limit }: { before?: number | undefined; limit: number }) => sql<{
  row: { seq: number; time: string; from: MessageRow['from']; attachment: AttachmentRow }
}>`select jsonb_build_object('seq', m.seq, 'time', m.sent_at, 'from', ${person('a')}, 'attachment', ${attachmentFields}) as row
  from chat_message m join chat_attachment t on t.id = m.attachment_id left join staff a on a.mid = m.author_mid
  where m.conversation_id = ${id} and t.conversation_id = ${id} and t.state = 'sent' ${before === undefined ? sql`` : sql`and m.seq < ${before}`}
    and exists (select 1 from chat_conversation c where c.id = ${id} and ${takesPart(who)})
  order by m.seq desc limit ${limit}`
