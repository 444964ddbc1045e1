import { noteParts, type Note, type Visit } from '@teleward/contract/emr/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { icdName } from './icdName.ts'
import { unitOf } from './units.ts'
import { NoteStateTag } from './NoteStateTag.tsx'

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
}

/** What a note says, to be read. Parts without a word are left out. */
export function NoteContent({ content }: { content: Content }) {
  return (
    <div className="sheet-note">
      {noteParts.map((part) => {
        const icds = part === 'a' ? content.diagnoses : []
        if (!content[part].trim() && icds.length === 0) return null
        return (
          <section key={part}>
            <h3>{t(`emr.part.${part}`)}</h3>
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
            {content[part].trim() && <p>{content[part]}</p>}
          </section>
        )
      })}
      {content.lines.length > 0 && (
        <section>
          <h3>{t('emr.rx.title')}</h3>
          <ul>
            {content.lines.map((line, index) => (
              <li key={`${line.code}-${index}`} className="num">
                <b>{line.name}</b>{' '}
                {t('emr.rx.line', {
                  dose: line.dose,
                  unit: unitOf(line.unit),
                  frequency: line.frequency,
                  route: line.route,
                  days: line.days,
                  total: line.total,
                })}
                {(line.totalReason || line.notes) && (
                  <span className="t3">（{[line.totalReason, line.notes].filter(Boolean).join(t('common.dot'))}）</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** A whole note of a visit: who, when, how, what it says, who signed. */
export function NoteSheet({ note, visit }: { note: Note; visit: Visit }) {
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
      <NoteContent content={note} />
      {note.signedAt && (
        <p className="signed num">
          {t('emr.sign.signedBy', {
            name: nameOf(note.signedBy ?? note.author),
            time: formatDateTime(note.amendedAt ?? note.signedAt),
          })}
        </p>
      )}
    </article>
  )
}
