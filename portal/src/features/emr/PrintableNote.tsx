import { noteParts, type Note, type Visit } from '@teleward/contract/emr/schema.ts'
import { copyMarks } from '@teleward/contract/emr/copied.ts'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import type { DrugAnswer, DrugIssue } from '@teleward/contract/prescriptions/checks/issue.ts'
import { t } from '../../i18n/i18n.ts'
import { NoteImages } from '../../patterns/notes/NoteImages.tsx'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { CopyTags } from './CopyTags.tsx'
import { Answered } from './DrugWarnings.tsx'
import { icdName } from './icdName.ts'
import { amountsText } from '../../patterns/prescriptions/amounts.ts'
import { NoteStateTag } from './NoteStateTag.tsx'
import { signedText } from './signed-text.ts'

type Content = Pick<Note, 's' | 'o' | 'a' | 'p' | 'memo'> & {
  diagnoses: readonly { code: string; nameEn: string; nameZhTw: string; remarks: string }[]
  lines: readonly {
    code: string
    name: string
    unit: string
    dose: number
    frequency: string
    route: string
    days: number
    total: number
    totalReason?: string | null
    notes?: string
  }[]
  /** Warnings that were passed over; before the signature by whom and when is not said yet. */
  refill?: Note['refill']
  copied?: Note['copied'] | undefined
  drugAnswers?: readonly (DrugIssue & Pick<DrugAnswer, 'reason'> & Partial<DrugAnswer>)[]
}

/** What a note says, to be read. Parts without a word are left out. */
export function NoteContent({ content, pid }: { content: Content; pid: number }) {
  const marks = copyMarks(content, content.copied ?? [])
  return (
    <div className="sheet-note">
      {noteParts.map((part) => {
        const icds = part === 'a' ? content.diagnoses : []
        if (!content[part].trim() && icds.length === 0) return null
        return (
          <section key={part}>
            <h3>{t(`emr.part.${part}`)}</h3>
            {icds.length > 0 && <CopyTags marks={marks} part="diagnoses" />}
            {icds.length > 0 && (
              <ul>
                {icds.map((row) => (
                  <li key={row.code}>
                    <b className="code">{row.code}</b> {icdName(row)}
                    {row.remarks && <span className="t3">（{row.remarks}）</span>}
                  </li>
                ))}
              </ul>
            )}
            <CopyTags marks={marks} part={part} />
            {content[part].trim() && <p>{imagesAsWords(content[part])}</p>}
            <NoteImages text={content[part]} pid={pid} />
          </section>
        )
      })}
      {content.lines.length > 0 && (
        <section>
          <h3>{t('emr.rx.title')}</h3>
          <CopyTags marks={marks} part="prescription" />
          <ul>
            {content.lines.map((line, index) => (
              <li key={`${line.code}-${index}`} className="num">
                <b>{line.name}</b> {amountsText(line)}
                {(line.totalReason || line.notes) && (
                  <span className="t3">（{[line.totalReason, line.notes].filter(Boolean).join(t('common.dot'))}）</span>
                )}
              </li>
            ))}
          </ul>
          {content.refill && (
            <p className="num">
              {t('rx.refill.says', { times: content.refill.times, until: formatDate(content.refill.until) })}
            </p>
          )}
        </section>
      )}
      <Answered answers={content.drugAnswers ?? []} />
    </div>
  )
}

/** A whole note of a visit: who, when, how, what it says, who signed. */
export function PrintableNoteView({ note, visit }: { note: Note; visit: Visit }) {
  return (
    <article className={note.state === 'withdrawn' ? 'struck' : ''}>
      <div className="sheethead">
        <NoteStateTag note={note} />
        <span className="t2 f13">
          {[nameOf(note.author), either(visit.unitName, visit.unitNameEn), t(`emr.site.${visit.site}`)].join(
            t('common.dot'),
          )}
        </span>
      </div>
      {note.withdrawnReason && <p className="alert warn">{t('emr.withdraw.was', { reason: note.withdrawnReason })}</p>}
      {visit.consultProblem && <p className="problem">{visit.consultProblem}</p>}
      <NoteContent content={note} pid={note.pid} />
      {note.signedAt && <p className="signed num">{signedText(note)}</p>}
    </article>
  )
}
