import type { Locale } from '@teleward/contract/core/scalars.ts'
import { formatInZone } from '@teleward/contract/core/zone.ts'
import { copyMarks } from '@teleward/contract/emr/copied.ts'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { type ChangedPart, type Note, type NotePart, noteParts } from '@teleward/contract/emr/schema.ts'
import type { AttachedNote, AttachedRecords, AttachedReport, Referral } from '@teleward/contract/referrals/schema.ts'
import { handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import { reference } from '../reference/catalogue.ts'
import type { Paper } from './paper.ts'
import type { Named, NoteSource, Signature } from './source.ts'

export interface Way {
  lang: Locale
  zone: string
}
export const nameIn = ({ lang }: Pick<Way, 'lang'>, { name, nameEn }: Named) =>
  lang === 'en' ? (nameEn ?? name) : name
/** `2026-11-25 13:20`, by the institution's clock. */
export const momentIn = ({ zone }: Pick<Way, 'zone'>, at: string | Date) =>
  formatInZone(new Date(at), zone).slice(0, 16).replace('T', ' ')

const titleIn = (way: Way, row: { nameEn: string; nameZhTw: string }) =>
  way.lang === 'en' ? row.nameEn : row.nameZhTw || row.nameEn

/** The patient as the head of each page names them. */
export function patientLine({ texts }: Pick<Paper, 'texts'>, way: Way, { patient }: NoteSource): string {
  return [
    nameIn(way, patient),
    patient.gender && texts.sexes[patient.gender],
    patient.birthday,
    `${texts.facts.memberNo} ${patient.memberNo}`,
  ]
    .filter(Boolean)
    .join('　')
}

function visitFacts(paper: Paper, way: Way, { visit, note }: NoteSource): void {
  const { texts } = paper
  paper.fact(texts.facts.visitAt, momentIn(way, visit.startAt))
  paper.fact(texts.facts.unit, nameIn(way, { name: visit.unitName, nameEn: visit.unitNameEn }))
  paper.fact(texts.facts.author, nameIn(way, note.author))
  if (note.preparedBy) paper.fact(texts.facts.preparedBy, nameIn(way, note.preparedBy))
  paper.fact(texts.facts.site, texts.sites[visit.site])
}

/** What of a part was taken over from an earlier visit, and whether it is still what stood there. */
function copiedOf(paper: Paper, way: Way, note: Note, part: ChangedPart): void {
  for (const { date, author, state } of copyMarks(note, note.copied).filter((one) => one.part === part))
    paper.block([{ text: paper.texts.copied[state](date, nameIn(way, author)), indent: 16 }])
}

function diagnosesOf(paper: Paper, way: Way, { note }: NoteSource): void {
  copiedOf(paper, way, note, 'diagnoses')
  for (const row of note.diagnoses)
    paper.block([{ text: `${row.code}　${titleIn(way, row)}${row.remarks ? paper.texts.aside(row.remarks) : ''}` }])
}

/** Each drug with all that belongs to it on one page, and how often all of them are filled. */
function drugsOf(paper: Paper, way: Way, note: Note): void {
  const { texts } = paper
  const { lines, refill } = note
  paper.heading(texts.parts.rx)
  copiedOf(paper, way, note, 'prescription')
  const called = (rows: readonly { code: string; nameEn: string; nameZhTw: string }[], code: string) => {
    const row = rows.find((one) => one.code === code)
    return row ? code + paper.texts.aside(titleIn(way, row)) : code
  }
  for (const [at, line] of lines.entries())
    paper.block([
      { text: `${at + 1}. ${line.name}`, bold: true },
      { text: [way.lang !== 'en' && line.nameZhTw, line.code].filter(Boolean).join('　'), indent: 16 },
      {
        text: [
          `${line.dose} ${line.unit}`,
          called(reference.frequencies(), line.frequency),
          called(reference.routes(), line.route),
          texts.days(line.days),
          `${texts.facts.total} ${line.total} ${handedUnit(line)}${line.totalReason ? texts.aside(line.totalReason) : ''}`,
        ].join('　'),
        indent: 16,
      },
      ...(line.notes ? [{ text: line.notes, indent: 16 }] : []),
    ])
  if (refill) paper.block([{ text: texts.refill(refill.times, refill.until), bold: true }])
}

function signatureOf(paper: Paper, way: Way, { note, signatures }: NoteSource): void {
  const { texts } = paper
  if (!note.signedAt) return
  paper.heading(texts.parts.signature)
  const said = ({ by, at, reason }: Pick<Signature, 'by' | 'at' | 'reason'>) =>
    [nameIn(way, by), momentIn(way, at), reason].filter(Boolean).join('　')
  const first = { by: note.signedBy ?? note.author, at: note.signedAt, reason: note.late ? texts.late : null }
  paper.fact(texts.facts.signedBy, said(first))
  for (const one of signatures.filter(({ kind }) => kind === 'amend'))
    paper.fact(`${texts.facts.amended} v${one.version}`, said(one))
  paper.fact(texts.facts.version, String(note.version))
  if (note.hash) paper.fact(texts.facts.seal, note.hash)
}

/** The whole note. */
export function composeRecord(paper: Paper, way: Way, source: NoteSource): void {
  const { texts } = paper
  const { note, visit } = source
  visitFacts(paper, way, source)
  if (visit.telemedicine) {
    paper.fact(texts.facts.identity, visit.identityAt ? momentIn(way, visit.identityAt) : texts.notYet)
    const given = visit.consents.filter(({ state }) => state === 'active')
    paper.fact(
      texts.facts.consent,
      given.map(({ kind, at }) => `${texts.consents[kind]} ${momentIn(way, at)}`).join(texts.and) || texts.notYet,
    )
  }
  if (visit.startedAt || visit.endedAt)
    paper.fact(
      texts.facts.span,
      [visit.startedAt, visit.endedAt].map((at) => (at ? momentIn(way, at) : texts.notYet)).join(' – '),
    )
  if (visit.consultProblem) paper.fact(texts.facts.problem, visit.consultProblem)
  if (note.withdrawnReason) paper.fact(texts.facts.withdrawn, note.withdrawnReason)
  const struck = note.state === 'withdrawn'
  for (const part of noteParts) composePart(paper, way, source, part, struck)
  if (note.lines.length) drugsOf(paper, way, note)
  if (note.drugAnswers.length) {
    paper.heading(texts.parts.answers)
    for (const answer of note.drugAnswers)
      paper.block([
        { text: `${texts.issues[answer.kind]}${texts.sep}${answer.drugs.map(({ name }) => name).join(texts.and)}` },
        { text: [answer.reason, nameIn(way, answer.by), momentIn(way, answer.at)].join('　'), indent: 16 },
      ])
  }
  signatureOf(paper, way, source)
}
function composePart(paper: Paper, way: Way, source: NoteSource, part: NotePart, struck: boolean): void {
  const text = source.note[part].trim()
  const coded = part === 'a' && source.note.diagnoses.length > 0
  if (!text && !coded) return
  paper.heading(paper.texts.parts[part])
  if (coded) diagnosesOf(paper, way, source)
  copiedOf(paper, way, source.note, part)
  if (text) paper.text(imagesAsWords(text), { struck })
}

export function composePrescription(paper: Paper, way: Way, source: NoteSource): void {
  visitFacts(paper, way, source)
  if (source.note.diagnoses.length) {
    paper.heading(paper.texts.facts.diagnosis)
    diagnosesOf(paper, way, source)
  }
  drugsOf(paper, way, source.note)
  signatureOf(paper, way, source)
}

/** Who, when, what was found and what is advised: as much of the note as a certificate says, and no more. */
export function composeCertificate(paper: Paper, way: Way, source: NoteSource): void {
  const { texts } = paper
  if (source.idNumber) paper.fact(texts.facts.idNumber, source.idNumber)
  visitFacts(paper, way, source)
  paper.heading(texts.facts.diagnosis)
  diagnosesOf(paper, way, source)
  paper.heading(texts.facts.advice)
  paper.text(imagesAsWords(source.note.memo).trim() || texts.none)
  paper.text(texts.certified)
  signatureOf(paper, way, source)
}

export const letterPatient = ({ texts }: Pick<Paper, 'texts'>, { patient }: Referral): string =>
  [
    patient.name,
    patient.gender && patient.gender in texts.sexes
      ? texts.sexes[patient.gender as keyof typeof texts.sexes]
      : patient.gender,
    patient.birthday,
  ]
    .filter(Boolean)
    .join('　')
export function composeReferral(paper: Paper, way: Way, letter: Referral, records: AttachedRecords | null): void {
  const { texts } = paper
  const unit = (one: { unitName: string; unitNameEn: string | null }) =>
    nameIn(way, { name: one.unitName, nameEn: one.unitNameEn })
  paper.fact(texts.facts.created, momentIn(way, letter.createdAt))
  paper.fact(texts.facts.from, `${unit(letter.from)}　${nameIn(way, letter.from)}`)
  const { outside, person } = letter.to
  paper.fact(
    texts.facts.to,
    outside
      ? [outside.name, outside.code, outside.phone, outside.address].filter(Boolean).join('　')
      : `${unit(letter.to)}　${person ? nameIn(way, person) : texts.anyone}`,
  )
  paper.fact(texts.facts.urgency, texts.urgencies[letter.urgency])
  if (letter.visitOn) paper.fact(texts.facts.visitOn, letter.visitOn)
  paper.heading(texts.parts.reason)
  paper.text(letter.reason)
  if (letter.answer) {
    paper.heading(texts.parts.answer)
    paper.text(letter.answer)
  }
  if (!records) return
  for (const note of records.notes) attachedOf(paper, way, note)
  for (const report of records.reports) reportOf(paper, way, report)
  if (!records.files.length) return
  paper.heading(texts.files)
  for (const file of records.files) paper.block([{ text: file.name }])
}

/** A report of others that went along. */
function reportOf(paper: Paper, way: Way, report: AttachedReport): void {
  paper.heading(`${report.title}　${report.source}　${momentIn(way, report.issuedAt)}`)
  for (const one of report.results)
    paper.block([
      {
        text: [`${one.name}${paper.texts.sep}${one.value} ${one.unit}`, one.referenceRange].filter(Boolean).join('　'),
      },
    ])
  if (report.conclusion) paper.text(report.conclusion)
}

/** A note that went along, as it stood then. */
function attachedOf(paper: Paper, way: Way, note: AttachedNote): void {
  const { texts } = paper
  paper.heading(`${texts.attached}　${momentIn(way, note.at)}　${nameIn(way, note.author)}`)
  for (const part of ['s', 'o', 'a', 'p'] as const) {
    if (!note[part]) continue
    paper.block([{ text: texts.parts[part], bold: true }])
    paper.text(imagesAsWords(note[part]))
  }
  for (const row of note.diagnoses) paper.block([{ text: `${row.code}　${titleIn(way, row)}` }])
  for (const line of note.lines)
    paper.block([
      { text: `${line.name}　${line.dose} ${line.unit}　${line.frequency}　${line.route}　${texts.days(line.days)}` },
    ])
}
