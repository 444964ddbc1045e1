import type { AmendBody, Note, VersionContent } from '@teleward/contract/emr/schema.ts'
import type { DrugAnswerBody } from '@teleward/contract/emr/safety-endpoints.ts'
import { type DrugAnswer, type DrugIssue, openIssues } from '@teleward/contract/prescriptions/checks/issue.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { answer, lockForStep, openRecord, stale, publishNoteChanged } from './access.ts'
import { askOf, checkDrugs } from './drug-check.ts'
import * as repo from './repo.ts'

interface NoteRef {
  id: string
  pid: number
  qid: number
}
async function issuesOf(read: Read, note: NoteRef, content: VersionContent, now: Date): Promise<DrugIssue[]> {
  if (!content.prescription.length) return []
  const opened = await openRecord(read, note.pid)
  return (await checkDrugs(read, opened, askOf(note, content), now)).issues
}

/** The answers that are about what the lines come to now: of others nothing is signed. */
const standing = (answers: readonly DrugAnswer[], issues: readonly DrugIssue[]) =>
  answers.filter(({ key }) => issues.some((issue) => issue.key === key))

/** With a serious warning that nobody has given a reason for nothing is signed. Answers the reasons that stand. */
export async function refuseOpen(read: Read, note: NoteRef, content: VersionContent, now: Date): Promise<DrugAnswer[]> {
  const issues = await issuesOf(read, note, content, now)
  const answers = content.drugAnswers ?? []
  const open = openIssues(issues, answers)
  if (open.length)
    throw new AppError('DRUG_CHECK_OPEN', {
      data: { n: open.length, issues: open },
      fields: open.map(({ key }) => ({ path: key, code: 'REASON_REQUIRED' })),
    })
  return standing(answers, issues)
}

const answered = (who: StaffActor, nameEn: string | null, issue: DrugIssue, reason: string, now: Date): DrugAnswer => ({
  ...issue,
  reason: reason.trim().toWellFormed(),
  by: { mid: who.mid, name: who.name, nameEn },
  at: now.toISOString(),
})
const englishName = async (read: Read, mid: number) =>
  (await read(sql<{ nameEn: string | null }>`select s.name_en as "nameEn" from staff s where s.mid = ${mid}`))[0]
    ?.nameEn ?? null

/** A reason is the author's own: who prepares a note passes over nothing. */
export async function answerDrugCheck(tx: Tx, who: StaffActor, now: Date, ask: DrugAnswerBody): Promise<Note> {
  const row = await lockForStep(tx, who, 'prescribe', ask.noteId, ask)
  if (row.authorMid !== who.mid) throw new AppError('NOTE_NOT_AUTHOR')
  if (!ask.reason.trim())
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const content = await repo.content(tx, row.id)
  const issues = await issuesOf(tx.many, row, content, now)
  const issue = issues.find(({ key }) => key === ask.key)
  // The lines are others by now, or the patient's history is: the warnings that stand are asked for again.
  if (!issue) throw await stale(tx, who, row.id, ['key'])
  const others = (content.drugAnswers ?? []).filter(({ key }) => key !== ask.key)
  const next = [...others, answered(who, await englishName(tx.many, who.mid), issue, ask.reason, now)]
  const version = await repo.updateNote(tx, row, who.mid, now, [sql`drug_answers = ${json(next)}`])
  await publishNoteChanged(tx, row, version, now, false)
  return answer(tx, who, row.id)
}

/** Of an amendment: what it answers beside what was answered before; checked where the prescription is another one. */
export async function amendedAnswers(
  tx: Tx,
  who: StaffActor,
  now: Date,
  note: NoteRef,
  ask: AmendBody,
  content: VersionContent,
): Promise<DrugAnswer[]> {
  const issues = await issuesOf(tx.many, note, content, now)
  const given = (ask.answers ?? []).filter(({ reason }) => reason.trim())
  const nameEn = given.length ? await englishName(tx.many, who.mid) : null
  const fresh = given.flatMap(({ key, reason }) =>
    issues.filter((issue) => issue.key === key).map((issue) => answered(who, nameEn, issue, reason, now)),
  )
  const before = (content.drugAnswers ?? []).filter(({ key }) => !fresh.some((one) => one.key === key))
  return refuseOpen(tx.many, note, { ...content, drugAnswers: [...before, ...fresh] }, now)
}
