import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { reportCategoryLabels } from '@teleward/contract/files/external-report-endpoints.ts'
import type {
  AttachedFile,
  AttachedNote,
  AttachedRecords,
  AttachedReport,
} from '@teleward/contract/referrals/schema.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts'
import { either } from '../Patient.tsx'
import './referrals.css'

const PARTS = ['s', 'o', 'a', 'p'] as const
const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? `${formatNumber(Math.ceil(bytes / 1024))} kB` : `${formatNumber(bytes / 1_048_576, 1)} MB`

/** What went along with a letter, as it stood when it was sent; a file is opened as whoever reads here may. */
export function Records({
  records,
  fileAct,
}: {
  records: AttachedRecords
  fileAct: (file: AttachedFile) => ReactNode
}) {
  const { notes, reports, files } = records
  return (
    <div className="refrecords">
      {notes.map((note, at) => (
        <Note key={note.id ?? at} note={note} />
      ))}
      {reports.map((report) => (
        <Report key={report.id} report={report} />
      ))}
      {files.length > 0 && (
        <ul className="reffiles">
          {files.map((file) => (
            <li key={file.id}>
              {fileAct(file)} <span className="t3 f12 num">{sizeOf(file.bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Note({ note }: { note: AttachedNote }) {
  return (
    <details>
      <summary>
        {t('referrals.records.note')} <span className="num">{formatDate(note.at)}</span>{' '}
        {either(note.author.name, note.author.nameEn)}
      </summary>
      {PARTS.filter((part) => note[part].trim()).map((part) => (
        <p key={part} className="memo">
          <b>{part.toUpperCase()}</b> {imagesAsWords(note[part])}
        </p>
      ))}
      {note.diagnoses.map((one) => (
        <p key={one.code} className="f13">
          <b className="num">{one.code}</b> {language() === 'en' ? one.nameEn : one.nameZhTw || one.nameEn}
        </p>
      ))}
      {note.lines.map((line) => (
        <p key={line.name} className="f13 num">
          {[
            line.name,
            `${line.dose} ${line.unit}`,
            line.frequency,
            line.route,
            t('referrals.days', { count: line.days }),
          ].join(' ')}
        </p>
      ))}
    </details>
  )
}

function Report({ report }: { report: AttachedReport }) {
  return (
    <details>
      <summary>
        {reportCategoryLabels[report.category][language()]}{' '}
        <span className="num">{formatDateTime(report.issuedAt)}</span> {report.title}
      </summary>
      <p className="t3 f12">{report.source}</p>
      {report.results.map((one, at) => (
        <p key={at} className="f13 num">
          {one.name}: {[one.value, one.unit].filter(Boolean).join(' ')}
          {one.referenceRange && <span className="t3"> ({one.referenceRange})</span>}
        </p>
      ))}
      {report.conclusion && <p className="memo">{report.conclusion}</p>}
    </details>
  )
}
