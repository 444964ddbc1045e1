import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { DocumentKind } from '@teleward/contract/documents/schema.ts'
import type { AttachedRecords, Referral } from '@teleward/contract/referrals/schema.ts'
import type { StatementDetail } from '@teleward/contract/settlement/schema.ts'
import * as compose from './compose.ts'
import { type Made, Paper } from './paper.ts'
import type { Institution, Named, NoteSource } from './source.ts'
import { composeStatement, statementPaper } from './statement.ts'
import { paperTexts } from './texts.ts'

type Content =
  | { kind: 'statement'; statement: StatementDetail }
  | { kind: 'referral'; letter: Referral; records: AttachedRecords | null }
  | { kind: Exclude<DocumentKind, 'referral'>; source: NoteSource; draft: boolean }
/** All that a document is made of, as it can be handed to another thread. */
export type RenderJob = Content & {
  way: compose.Way
  institution: Institution
  /** null: a paper that nobody else has to check. */
  code: string | null
  /** Where the code is looked up. */
  checkAt: string
  /** When and by whom it is made. */
  at: string
  by: Named
}

const institutionIn = ({ name, nameEn, nameZhCn }: Institution, lang: Locale) =>
  (lang === 'en' ? nameEn : lang === 'zh-CN' ? nameZhCn : null) ?? name

const composers = {
  record: compose.composeRecord,
  prescription: compose.composePrescription,
  certificate: compose.composeCertificate,
}

/** The document's bytes. It holds its thread for as long as it takes: the server asks the renderer. */
export function render(job: RenderJob): Promise<Made> {
  const { way, institution, code, checkAt } = job
  const texts = paperTexts[way.lang]
  const frame = {
    lang: way.lang,
    institution: institutionIn(institution, way.lang),
    phone: institution.phone,
    code,
    checkAt,
    made: texts.made(compose.momentIn(way, job.at), compose.nameIn(way, job.by)),
  }
  if (job.kind === 'statement') {
    const paper = new Paper({ ...frame, ...statementPaper(way, job.statement) })
    composeStatement(paper, way, job.statement)
    return paper.finish()
  }
  const title = texts.title[job.kind]
  if (job.kind === 'referral') {
    const { letter, records } = job
    const paper = new Paper({
      ...frame,
      title,
      unit: compose.nameIn(way, { name: letter.from.unitName, nameEn: letter.from.unitNameEn }),
      patient: compose.letterPatient({ texts }, letter),
      watermark: letter.state === 'withdrawn' ? texts.withdrawn : null,
    })
    compose.composeReferral(paper, way, letter, records)
    return paper.finish()
  }
  const { source, kind, draft } = job
  const { note, visit } = source
  const paper = new Paper({
    ...frame,
    title,
    unit: compose.nameIn(way, { name: visit.unitName, nameEn: visit.unitNameEn }),
    patient: compose.patientLine({ texts }, way, source),
    watermark: draft ? texts.draft : note.state === 'withdrawn' ? texts.withdrawn : null,
  })
  composers[kind](paper, way, source)
  return paper.finish()
}
