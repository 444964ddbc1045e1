import { audience } from '@teleward/contract/core/event.ts'
import { formAnswered, questionnaireChanged } from '@teleward/contract/forms/events.ts'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import { isEmpty, type Problem, problemsOf } from '@teleward/contract/forms/problems.ts'
import { canQuestionnaire } from '@teleward/contract/forms/rules.ts'
import type { QuestionnaireChange, QuestionnaireDetail } from '@teleward/contract/forms/schema.ts'
import { isStorable } from '@teleward/contract/forms/shape.ts'
import { canSeeQuestionnaire } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { saidOf } from './library.ts'
import * as repo from './repo.ts'

/** Whoever neither builds nor collects has nothing to do with questionnaires. */
export function requireEither(who: StaffActor): void {
  if (!repo.builds(who) && !repo.collects(who)) throw new AppError('FORBIDDEN')
}

/** Of what is no questionnaire at all nothing is kept; what only keeps it from being published stays in the draft. */
const fatal = new Set([
  'notAQuestionnaire',
  'malformed',
  'linkIdMissing',
  'linkIdTwice',
  'tooDeep',
  'tooMany',
  'typeUnknown',
])
function refusal(problems: readonly Problem[]): AppError {
  const first = problems[0]
  return new AppError('FORM_INVALID', {
    data: { reason: [first?.code, first?.linkId].filter(Boolean).join(' '), problems: problems.slice(0, 100) },
    fields: problems.slice(0, 20).map(({ code, linkId }) => ({ path: linkId ? `item.${linkId}` : 'content', code })),
  })
}
/** FORM_INVALID: what nobody could show. */
export function storable(content: unknown): Questionnaire {
  const problems = problemsOf(content).filter(({ code }) => fatal.has(code))
  if (problems.length) throw refusal(problems)
  if (!isStorable(content)) throw refusal([{ code: 'notAQuestionnaire', linkId: null }])
  return content as Questionnaire
}

export async function detail(
  read: Read,
  who: StaffActor,
  id: number,
  number: number | null,
): Promise<QuestionnaireDetail> {
  const row = await repo.questionnaireById(read, who, id)
  const [contents] = await read(repo.contentsOf(id, number))
  if (!row || !contents || (number !== null && contents.number === null)) throw new AppError('NOT_FOUND')
  const { draft, content, versions } = contents
  return {
    row,
    draft: draft as QuestionnaireDetail['draft'],
    content: content as QuestionnaireDetail['content'],
    number: contents.number,
    versions,
    problems: draft ? problemsOf(draft) : [],
    may: { build: repo.builds(who) && row.kind === 'own', collect: repo.collects(who) },
  }
}
const tell = (tx: Tx, who: StaffActor, id: number, version: number) =>
  tx.emit(questionnaireChanged, [audience.partner(who.partnerId)], { id, version })

/** A draft of one's own: built, imported, or copied from another, also from a standard instrument. */
export async function make(
  tx: Tx,
  who: StaffActor,
  now: Date,
  body: { content?: unknown; copyOf?: number },
): Promise<number> {
  let content: Questionnaire
  if (body.copyOf === undefined) content = storable(body.content)
  else {
    const source = await tx.maybe(repo.contentsOf(body.copyOf, null))
    const from = source?.content ?? source?.draft
    if (!from) throw new AppError('NOT_FOUND')
    content = { ...from, status: 'draft' }
  }
  const said = saidOf(content)
  const { id, version } = await tx.one(sql<{ id: number; version: number }>`
    insert into questionnaire (partner_id, title, title_en, language, questions, draft, made_by, made_at, changed_by, changed_at)
    values (${who.partnerId}, ${said.title}, ${said.titleEn}, ${said.language}, ${said.questions}, ${json(content)}::jsonb, ${who.mid}, ${now}, ${who.mid}, ${now})
    returning id, version`)
  await tell(tx, who, id, version)
  return id
}

/** Locked. NOT_FOUND; FORM_PUBLISHED: a standard instrument, which is copied to be changed; VERSION_STALE. */
async function lockOwn(tx: Tx, who: StaffActor, id: number, version: number): Promise<repo.Contents> {
  // A standard instrument is seen and never changed: it cannot be locked either.
  if ((await tx.maybe(repo.contentsOf(id, null)))?.standard) throw new AppError('FORM_PUBLISHED')
  const contents = await tx.maybe(repo.contentsOf(id, null, true))
  if (!contents) throw new AppError('NOT_FOUND')
  if (contents.version !== version) throw new AppError('VERSION_STALE', { data: await detail(tx.many, who, id, null) })
  return contents
}
const stateOf = ({ retired, published }: repo.Contents) =>
  retired ? ('retired' as const) : published === null ? ('draft' as const) : ('published' as const)
function requireStep(step: 'edit' | 'publish' | 'retire', contents: repo.Contents): void {
  const verdict = canQuestionnaire(step, stateOf(contents))
  if (!verdict.ok) throw new AppError(verdict.code)
}

export async function change(tx: Tx, who: StaffActor, now: Date, id: number, body: QuestionnaireChange): Promise<void> {
  const draft = body.content === undefined ? undefined : storable(body.content)
  const contents = await lockOwn(tx, who, id, body.version)
  requireStep(body.retire ? 'retire' : 'edit', contents)
  if (body.retire) {
    await tx.run(sql`update questionnaire q set retired_at = ${now}, retired_by = ${who.mid}, changed_at = ${now}, changed_by = ${who.mid}
      where q.id = ${id}::int and ${canSeeQuestionnaire('q')}`)
    if (body.retire === 'stop') await withdraw(tx, who, id)
  } else if (body.discard) {
    // One that was never published is nothing but its draft.
    if (contents.published === null) throw new AppError('FORM_EMPTY')
    const said = saidOf(contents.content as Questionnaire)
    await tx.run(sql`update questionnaire q set draft = null, title = ${said.title}, title_en = ${said.titleEn}, language = ${said.language},
      questions = ${said.questions}, changed_at = ${now}, changed_by = ${who.mid} where q.id = ${id}::int and ${canSeeQuestionnaire('q')}`)
  } else if (draft) {
    const said = saidOf(draft)
    await tx.run(sql`update questionnaire q set draft = ${json(draft)}::jsonb, title = ${said.title}, title_en = ${said.titleEn}, language = ${said.language},
      questions = ${said.questions}, changed_at = ${now}, changed_by = ${who.mid} where q.id = ${id}::int and ${canSeeQuestionnaire('q')}`)
  }
  await tell(tx, who, id, contents.version + 1)
}

/** Open ones close with what they have; their pages are told. */
async function withdraw(tx: Tx, who: StaffActor, id: number): Promise<void> {
  const closed = await tx.many(
    sql<{ id: number; pid: number; unitId: number; version: number }>`
      select w.id, w.pid, w.unit_id as "unitId", w.version from app_forms_withdraw(${id}::int, ${who.partnerId}::int) w`,
  )
  for (const one of closed) {
    const links = await tx.many(
      sql<{ id: string }>`select l.link_id as id from video_link l where l.form_id = ${one.id}`,
    )
    await tx.emit(formAnswered, [audience.unit(one.unitId), ...links.map((link) => audience.link(link.id))], {
      id: one.id,
      questionnaire: id,
      pid: one.pid,
      state: 'expired',
      version: one.version,
      danger: false,
    })
  }
}

/** The draft is the next version, for good. FORM_EMPTY, FORM_INVALID name what is missing. */
export async function publish(tx: Tx, who: StaffActor, now: Date, id: number, version: number): Promise<number> {
  const contents = await lockOwn(tx, who, id, version)
  requireStep('publish', contents)
  const { draft } = contents
  if (!draft) throw new AppError('FORM_PUBLISHED')
  if (isEmpty(draft)) throw new AppError('FORM_EMPTY')
  const problems = problemsOf(draft)
  if (problems.length) throw refusal(problems)
  const number = (contents.published ?? 0) + 1
  const content = { ...draft, status: 'active' }
  await tx.run(sql`insert into questionnaire_version (questionnaire_id, number, partner_id, content, published_by, published_at)
    values (${id}, ${number}, ${who.partnerId}, ${json(content)}::jsonb, ${who.mid}, ${now})`)
  await tx.run(sql`update questionnaire q set draft = null, published = ${number}, changed_at = ${now}, changed_by = ${who.mid}
    where q.id = ${id}::int and ${canSeeQuestionnaire('q')}`)
  await tell(tx, who, id, contents.version + 1)
  return number
}
