import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { Suggestion } from '@teleward/contract/crm/schema.ts'
import type { NoteSuggestion } from '@teleward/contract/emr/ai-endpoints.ts'
import { canNote } from '@teleward/contract/emr/rules.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { canSeeMember, canSeeNote, canSeeRow } from '../access/visible.ts'
import { birthdayForms, type KnownBy, withoutIdentifiers } from '../ai/anonymous.ts'
import { settingsOf } from '../partners/settings.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { hidden, noteActor, openRecord, type Owner } from './access.ts'
import { type Asked, digestOf, systemOf, textOf } from './question.ts'
import { noteById } from './repo.ts'

const columns = sql`g.id, g.text, g.model, g.asked_at as at, g.rating`
type Row = Omit<Suggestion, 'at'> & { at: Date }
const shown = ({ at, ...row }: Row): Suggestion => ({ ...row, at: at.toISOString() })
/** Longer is no suggestion any more. */
const MOST_TEXT = 8000
const MOST_MODEL = 100

/** A draft that the caller may write on, of the patient and visit that they mean. */
export async function noteToAsk(read: Read, who: StaffActor, id: string, owner: Owner): Promise<Note> {
  const note = await noteById(read, id, who.mid)
  if (!note) throw await hidden(read, owner.pid)
  if (note.pid !== owner.pid || note.qid !== owner.qid)
    throw new AppError('FIELD_RELATED', {
      fields: [{ path: note.pid !== owner.pid ? 'pid' : 'qid', code: 'FIELD_RELATED' }],
    })
  const verdict = canNote('write', await noteActor(read, who), { state: note.state, authorMid: note.author.mid })
  if (!verdict.ok) throw new AppError(verdict.code)
  return note
}

/** `ai`: the provider, where one is set up. */
export async function aiState(read: Read, who: StaffActor, ai: object | undefined): Promise<NoteSuggestion['ai']> {
  if (!ai) return 'missing'
  const [institution] = await read(
    sql<{ settings: unknown }>`select p.settings from partner p where p.id = ${who.partnerId}`,
  )
  return settingsOf(institution?.settings).aiAllowed ? 'ready' : 'notAllowed'
}

/** What would leave the house, without whom it is about. */
export async function questionOf(
  read: Read,
  who: StaffActor,
  note: Note,
  lang: Locale,
  now: Date,
): Promise<NonNullable<NoteSuggestion['question']>> {
  const { access, patient } = await openRecord(read, note.pid)
  const history =
    access === 'none'
      ? null
      : await read(sql<NonNullable<Asked['history']>[number]>`
          select h.kind, h.note, h.ename, h.mh_other_value as other from member_history h
          where h.pid = ${note.pid} and h.withdrawn_at is null and ${canSeeRow('h')} order by h.id`)
  const { gender, birthday } = patient
  const asked = { gender, birthday, history, note }
  const said = textOf(asked, lang, localDay(now, who.timeZone))
  const question = { system: systemOf(lang), text: withoutIdentifiers(said, await peopleOf(read, note)) }
  return { ...question, digest: digestOf(question) }
}

/** Who may be named in it: the patient and whom to call in an emergency, and everybody of the unit. */
async function peopleOf(read: Read, { pid, id }: Note): Promise<KnownBy[]> {
  const [member] = await read(sql<Record<string, string | null>>`
    select m.name, m.name_en, m.member_no, m.id_number, m.account, m.mobile, m.email, m.nhi_card_number,
      m.birthday::text as birthday, m.emergency_contact ->> 'name' as contact, m.emergency_contact ->> 'phone' as phone
    from member m where m.pid = ${pid} and ${canSeeMember('m')}`)
  // Nobody is told apart from a text whose patient is not known.
  if (!member?.name) throw new AppError('NOT_FOUND')
  const { name, contact, birthday, ...others } = member
  const staff = await read(sql<{ name: string; nameEn: string | null }>`
    select distinct s.name, s.name_en as "nameEn" from note n join staff_unit su on su.unit_id = n.unit_id and su.partner_id = n.partner_id
    join staff s on s.mid = su.mid where n.id = ${id} and ${canSeeNote('n')}`)
  return [
    { name: name ?? '', others: [...Object.values(others), ...birthdayForms(birthday ?? null)] },
    ...(contact ? [{ name: contact, others: [] }] : []),
    ...staff.map((one) => ({ name: one.name, others: [one.nameEn] })),
  ]
}

/** The caller's own last one of this note. */
export async function lastOf(read: Read, who: StaffActor, noteId: string): Promise<Suggestion | null> {
  const [row] = await read(sql<Row>`
    select ${columns} from note_suggestion g where g.note_id = ${noteId}::uuid and g.asked_by = ${who.mid} and ${canSeeNote('g')}
    order by g.asked_at desc, g.id limit 1`)
  return row ? shown(row) : null
}

/** Kept with what was sent for it. Whoever lost the note while the model thought gets nothing: NOT_FOUND. */
export async function keep(
  tx: Tx,
  who: StaffActor,
  now: Date,
  noteId: string,
  sent: string,
  said: { text: string; model: string },
): Promise<Suggestion> {
  const row = await tx.maybe(sql<Row>`
    insert into note_suggestion as g (id, note_id, partner_id, unit_id, pid, author_mid, sent, text, model, asked_by, asked_at)
    select ${randomUUID()}::uuid, n.id, n.partner_id, n.unit_id, n.pid, n.author_mid, ${sent}, ${said.text.slice(0, MOST_TEXT)},
      ${said.model.slice(0, MOST_MODEL)}, ${who.mid}::int, ${now.toISOString()}::timestamptz
    from note n where n.id = ${noteId}::uuid and ${canSeeNote('n')}
    returning ${columns}`)
  if (!row) throw new AppError('NOT_FOUND')
  return shown(row)
}
