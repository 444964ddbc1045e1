import { canSeeCase, canSeeMember, canSeeNote, canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { CaseEntry, CaseRow, Suggestion } from '@teleward/contract/crm/schema.ts'
import { caseLabels } from '@teleward/contract/crm/labels.ts'
import type { AiProvider, Question } from '../ai/provider.ts'
import { type KnownBy, withoutIdentifiers } from '../ai/anonymous.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { aiState, rulesOf } from './config.ts'

import * as repo from './repo.ts'

const MOST_NOTES = 20
const system: Readonly<Record<Locale, string>> = {
  'zh-TW':
    '你協助遠距照護院所的個案管理師。依個案內容，用繁體中文列出三點以內具體的下一步建議。不做診斷、不開藥；有危險徵象時先提醒就醫。',
  'zh-CN':
    '你协助远程照护机构的个案管理师。依个案内容，用简体中文列出三点以内具体的下一步建议。不做诊断、不开药；有危险征象时先提醒就医。',
  en: 'You help a case manager of a remote-care service. From the case, name at most three concrete next steps. Do not diagnose or prescribe; with signs of danger, say first to seek care.',
}

const columns = sql`g.id, g.text, g.model, g.asked_at as at, g.rating`
type Row = Omit<Suggestion, 'at'> & { at: Date }
const shown = ({ at, ...row }: Row): Suggestion => ({ ...row, at: at.toISOString() })

/** The caller's own last one. */
export async function suggestionOf(read: Read, who: StaffActor, sn: number): Promise<Suggestion | null> {
  const [row] = await read(sql<Row>`
    select ${columns} from ai_suggestion g where g.sn = ${sn}::int and g.asked_by = ${who.mid} and ${canSeeRow('g')}
    order by g.asked_at desc, g.id limit 1`)
  return row ? shown(row) : null
}

/**
 * What leaves the house: type, title and the last notes, without who it is about. AI_UNAVAILABLE: no provider is set up;
 * AI_CONSENT: the institution has not allowed it; NOT_FOUND: also without a right to cases.
 */
export async function questionOf(
  read: Read,
  who: StaffActor,
  ai: AiProvider | undefined,
  sn: number,
  lang: Locale,
): Promise<{ one: CaseRow; question: Question }> {
  const one = await repo.bySn(read, sn)
  if (!one) throw new AppError('NOT_FOUND')
  const state = aiState(ai, (await rulesOf(read, who.partnerId)).aiAllowed)
  if (state !== 'ready') throw new AppError(state === 'missing' ? 'AI_UNAVAILABLE' : 'AI_CONSENT')
  const notes = (await repo.entries(read, sn)).filter(({ kind }) => kind === 'note').slice(-MOST_NOTES)
  const said = [caseLabels.type[one.type][lang], one.title, ...notes.map(({ text }) => `- ${text ?? ''}`)].join('\n')
  return { one, question: { system: system[lang], text: withoutIdentifiers(said, await peopleOf(read, one, notes)) } }
}

/** Who may be named in the notes: the member and whom to call in an emergency, and the staff who write. */
async function peopleOf(read: Read, one: CaseRow, notes: readonly CaseEntry[]): Promise<KnownBy[]> {
  const [member] = await read(sql<Record<string, string | null>>`
    select m.name_en, m.member_no, m.id_number, m.account, m.mobile, m.email, m.birthday::text as birthday,
      m.emergency_contact ->> 'name' as contact, m.emergency_contact ->> 'phone' as phone
    from member m where m.pid = ${one.pid} and ${canSeeMember('m')}`)
  const { contact, ...others } = member ?? {}
  const staff = [one.openedBy, one.owner, one.assigned?.from, one.assigned?.to, ...notes.map(({ by }) => by)]
  return [
    { name: one.patient_name, others: Object.values(others) },
    ...(contact ? [{ name: contact, others: [] }] : []),
    ...staff.flatMap((person) => (person ? [{ name: person.name, others: [person.nameEn] }] : [])),
  ]
}

export async function storeSuggestion(
  tx: Tx,
  who: StaffActor,
  now: Date,
  one: CaseRow,
  { text, model }: { text: string; model: string },
): Promise<Suggestion> {
  // The answer took a while: whoever lost the case meanwhile gets none.
  if (!(await repo.bySn(tx.many, one.sn))) throw new AppError('NOT_FOUND')
  const row = await tx.one(sql<Row>`
    insert into ai_suggestion as g (id, sn, partner_id, unit_id, pid, text, model, asked_by, asked_at)
    values (${randomUUID()}::uuid, ${one.sn}, ${who.partnerId}, ${one.unitId}, ${one.pid}, ${text.slice(0, 8000)}, ${model.slice(0, 100)}, ${who.mid}, ${now})
    returning ${columns}`)
  return shown(row)
}

/** NOT_FOUND: none that the caller asked for and still sees. `sn` is of a case, `noteId` of a note. */
export async function rate(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  rating: 'useful' | 'notUseful',
): Promise<{ now: Suggestion; sn: number | null; noteId: string | null; pid: number }> {
  type Rated = Row & { sn: number | null; noteId: string | null; pid: number }
  const row =
    (await tx.maybe(sql<Rated>`
      update ai_suggestion g set rating = ${rating}, rated_at = ${now} from crm_case c
      where g.id = ${id}::uuid and g.asked_by = ${who.mid} and c.sn = g.sn and ${canSeeCase('c')} and ${canSeeRow('g')}
      returning ${columns}, g.sn, null::uuid as "noteId", g.pid`)) ??
    (await tx.maybe(sql<Rated>`
      update note_suggestion g set rating = ${rating}, rated_at = ${now}
      where g.id = ${id}::uuid and g.asked_by = ${who.mid} and ${canSeeNote('g')}
      returning ${columns}, null::int as sn, g.note_id as "noteId", g.pid`))
  if (!row) throw new AppError('NOT_FOUND')
  const { sn, noteId, pid, ...rest } = row
  return { now: shown(rest), sn, noteId, pid }
}
