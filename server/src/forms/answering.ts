import { audience } from '@teleward/contract/core/event.ts'
import { formAnswered } from '@teleward/contract/forms/events.ts'
import { canAnswer, isOpen } from '@teleward/contract/forms/rules.ts'
import type { FormChange, FormView } from '@teleward/contract/forms/schema.ts'
import type { ResponseItem } from '@teleward/contract/forms/fhir.ts'
import { canReadMeasurements, canSeeForm } from '../access/visible.ts'
import { notify } from '../notifications/service.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { AnswerBy } from './kept.ts'
import { dangersIn, judge, type Judgement } from './judge.ts'
import { type FormRow, formRow, history, scoreJson } from './repo.ts'

/** Who writes: staff, or the patient's own link. */
export interface Writer {
  mid: number | null
  by: Pick<AnswerBy, 'who' | 'name' | 'relation'>
}
export type Step = 'save' | 'submit' | 'amend'

export const shownToStaff = canSeeForm('r')
export const shownToLink = (linkId: string) =>
  sql<boolean>`r.id = (select l.form_id from video_link l where l.link_id = ${linkId}::uuid)`

/** What the answers come to, worked out before a transaction begins: expressions are somebody else's words and may be slow. */
export async function judged(row: FormRow, items: readonly ResponseItem[], step: Step): Promise<Judgement> {
  return judge(row.content, items, { whole: step !== 'save', gender: row.gender })
}

/** FORM_CLOSED, FORM_RETIRED, ILLEGAL_STEP, VERSION_STALE: as it stands under its lock. Nothing of what is there is lost by it. */
function refuse(row: FormRow, step: Step, version: number, now: Date, current: unknown): void {
  const verdict = canAnswer(step, row.state, row.withdrawn)
  if (!verdict.ok) throw new AppError(verdict.code, { data: { state: row.state } })
  if (isOpen(row.state) && row.endAt !== null && new Date(row.endAt) <= now) throw new AppError('FORM_CLOSED')
  if (row.version !== version) throw new AppError('VERSION_STALE', { data: current })
}

/** One step under the lock of the response. */
export async function answer(
  tx: Tx,
  row: FormRow,
  ask: {
    step: Step
    version: number
    judgement: Judgement
    writer: Writer
    reason: string | null
    now: Date
    current: unknown
  },
): Promise<void> {
  const { step, judgement, writer, now, reason } = ask
  refuse(row, step, ask.version, now, ask.current)
  const { items, score, meaning } = judgement
  const state = step === 'save' ? 'inProgress' : step === 'submit' ? 'completed' : 'amended'
  const { who, name, relation } = writer.by
  const danger = [...new Set([...row.danger, ...judgement.danger])]
  // Whoever looked after it went by the answers of then: what turns dangerous afterwards is told anew.
  const known = row.dangerSaid?.attended ? dangersIn(row.content, row.items) : row.danger
  const fresh = judgement.danger.some((linkId) => !known.includes(linkId))
  const told = fresh ? await toTell(tx, row) : row.told
  const done = step !== 'save'
  const { version } = await tx.one(sql<{ version: number }>`
    update form_response r set state = ${state}, items = ${json(items)}::jsonb, answered_by = ${who}, answered_mid = ${writer.mid}::int,
      proxy_name = ${name}, proxy_relation = ${relation}, started_at = coalesce(r.started_at, ${now}::timestamptz), saved_at = ${now}::timestamptz,
      completed_at = case when ${step === 'submit'} then ${now}::timestamptz else r.completed_at end,
      score = case when ${done} then ${score?.value ?? null}::numeric else r.score end,
      score_most = case when ${done} then ${score?.most ?? null}::numeric else r.score_most end,
      score_missing = case when ${done} then ${score?.missing ?? null}::int else r.score_missing end,
      meaning = case when ${done} then ${meaning ? json(meaning) : null}::jsonb else r.meaning end,
      danger = ${danger}::text[], danger_at = case when ${fresh} then ${now}::timestamptz else r.danger_at end, told = ${told}::int[],
      attended_at = case when ${fresh} then null else r.attended_at end, attended_by = case when ${fresh} then null else r.attended_by end,
      attended_note = case when ${fresh} then null else r.attended_note end
    where r.id = ${row.id}::int returning version`)
  if (done)
    await tx.run(sql`insert into form_answer (response_id, number, partner_id, unit_id, pid, items, score, score_missing, meaning, by_kind, by_mid, reason, at)
      select ${row.id}, coalesce(max(a.number), 0) + 1, ${row.partnerId}, ${row.unitId}, ${row.pid}, ${json(items)}::jsonb, ${score?.value ?? null}::numeric,
        ${score?.missing ?? null}::int, ${meaning ? json(meaning) : null}::jsonb, ${who}, ${writer.mid}::int, ${reason}, ${now}::timestamptz
      from form_answer a where a.response_id = ${row.id}`)
  if (fresh) await tellDanger(tx, row, told, version, writer.mid, now)
  if (done && meaning?.over) await tellOver(tx, row, writer.mid, now, `${step}:${version}`)
  await tx.emit(formAnswered, [audience.unit(row.unitId), ...row.linkIds.map((link) => audience.link(link))], {
    id: row.id,
    questionnaire: row.questionnaire,
    pid: row.pid,
    state,
    version,
    danger: fresh,
  })
}

const toTell = async (tx: Tx, row: FormRow): Promise<number[]> =>
  (
    await tx.many(
      sql<{
        mid: number
      }>`select t.mid from app_form_told(${row.pid}::int, ${row.unitId}::int, ${row.sentBy.mid}::int) t order by 1`,
    )
  ).map(({ mid }) => mid)
const link = (row: FormRow) => ({ screen: 'form' as const, params: { cmsf_id: String(row.id) } })

/** At once, whatever the sum, and also before it is submitted; it comes through quiet hours. */
async function tellDanger(
  tx: Tx,
  row: FormRow,
  told: readonly number[],
  version: number,
  by: number | null,
  now: Date,
): Promise<void> {
  for (const mid of told)
    await notify(tx, {
      partnerId: row.partnerId,
      mid,
      kind: 'alert',
      what: 'form.danger',
      subject: { kind: 'form', id: row.id },
      link: link(row),
      from: by,
      pid: row.pid,
      once: `danger:${version}`,
      at: now,
    })
}
const tellOver = (tx: Tx, row: FormRow, by: number | null, now: Date, once: string) =>
  notify(tx, {
    partnerId: row.partnerId,
    mid: row.sentBy.mid,
    kind: 'alert',
    what: 'form.over',
    subject: { kind: 'form', id: row.id },
    link: link(row),
    from: by,
    pid: row.pid,
    once,
    at: now,
  })

export async function requireForm(read: Read, id: number): Promise<FormRow> {
  const [found] = await read(formRow(id, shownToStaff))
  if (found) return found.row
  throw new AppError('NOT_FOUND')
}

export async function formView(read: Read, id: number): Promise<FormView> {
  const row = await requireForm(read, id)
  const patient = await patientBrief(read, row.pid, row.unitId)
  if (!patient) throw await absence(read, row.pid)
  const past = await read(history(id))
  // The time before is of the record: it shows while that is open.
  const [before] = await read(sql<{ row: NonNullable<FormView['before']> }>`
    select jsonb_build_object('id', r.id, 'at', r.completed_at, 'score', ${scoreJson('r')}, 'meaning', r.meaning) as row from form_response r
    where r.pid = ${row.pid}::int and r.questionnaire_id = ${row.questionnaire} and r.id <> ${id}::int and r.state in ('completed', 'amended')
      and r.sent_at < (${row.sentAt})::timestamptz and ${canSeeForm('r')} and ${canReadMeasurements('r')} order by r.completed_at desc limit 1`)
  const { content, items } = row
  return {
    id,
    questionnaire: row.questionnaire,
    number: row.number,
    content: content as FormView['content'],
    patient,
    state: row.state,
    retired: row.retired,
    withdrawn: row.withdrawn,
    items,
    version: row.version,
    way: row.way,
    sentAt: row.sentAt,
    sentBy: row.sentBy,
    endAt: row.endAt,
    savedAt: row.savedAt,
    completedAt: row.completedAt,
    answeredBy: row.answeredBy,
    score: row.score,
    meaning: row.meaning,
    danger: row.dangerSaid,
    history: past.map((one) => one.row),
    before: before?.row ?? null,
  }
}

/** Somebody has looked after an answer of danger, and says what was done. */
async function attend(tx: Tx, who: StaffActor, row: FormRow, body: FormChange, now: Date): Promise<void> {
  if (!body.reason?.trim()) throw new AppError('REASON_REQUIRED')
  if (!row.dangerSaid || row.dangerSaid.attended) throw new AppError('ILLEGAL_STEP', { data: { state: row.state } })
  if (row.version !== body.version) throw new AppError('VERSION_STALE')
  const { version } = await tx.one(sql<{
    version: number
  }>`update form_response r set attended_at = ${now}, attended_by = ${who.mid}, attended_note = ${body.reason.trim()}
    where r.id = ${row.id}::int returning version`)
  await tx.emit(formAnswered, [audience.unit(row.unitId)], {
    id: row.id,
    questionnaire: row.questionnaire,
    pid: row.pid,
    state: row.state,
    version,
    danger: false,
  })
}

type Work = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
export async function changeForm(
  { who, tx, now }: { who: StaffActor; tx: Work; now: Date },
  row: FormRow,
  body: FormChange,
): Promise<FormView> {
  const { id } = row
  const { step } = body
  if (step === 'amend' && !body.reason?.trim()) throw new AppError('REASON_REQUIRED')
  const judgement = step === 'attend' ? null : await judged(row, body.items ?? row.items, step)
  return tx(async (inner) => {
    const [locked] = await inner.many(formRow(id, shownToStaff, true))
    if (!locked) throw new AppError('NOT_FOUND')
    if (step === 'attend') await attend(inner, who, locked.row, body, now)
    else if (judgement) {
      const { proxy } = body
      const by = proxy ? { who: 'proxy' as const, ...proxy } : { who: 'staff' as const, name: null, relation: null }
      await answer(inner, locked.row, {
        step,
        version: body.version,
        judgement,
        writer: { mid: who.mid, by },
        reason: step === 'amend' ? (body.reason?.trim() ?? null) : null,
        now,
        current: { items: locked.row.items, version: locked.row.version, state: locked.row.state },
      })
    }
    return formView(inner.many, id)
  })
}

/** The patient has opened it: those who asked see that it arrived. */
export async function open(tx: Tx, row: FormRow, now: Date): Promise<void> {
  const { version } = await tx.one(
    sql<{
      version: number
    }>`update form_response r set state = 'opened', opened_at = ${now} where r.id = ${row.id}::int returning version`,
  )
  await tx.emit(formAnswered, [audience.unit(row.unitId)], {
    id: row.id,
    questionnaire: row.questionnaire,
    pid: row.pid,
    state: 'opened',
    version,
    danger: false,
  })
}

/** The end time: what was answered so far is kept. */
export async function expire(tx: Tx, id: number, now: Date): Promise<void> {
  const [found] = await tx.many(formRow(id, sql<boolean>`true`, true))
  if (!found || !isOpen(found.row.state) || found.row.endAt === null || new Date(found.row.endAt) > now) return
  const { row } = found
  const { version } = await tx.one(
    sql<{ version: number }>`update form_response set state = 'expired' where id = ${id}::int returning version`,
  )
  await tx.emit(formAnswered, [audience.unit(row.unitId), ...row.linkIds.map((one) => audience.link(one))], {
    id,
    questionnaire: row.questionnaire,
    pid: row.pid,
    state: 'expired',
    version,
    danger: false,
  })
}
