import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { noteParts } from '@teleward/contract/emr/schema.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import type { ShownRecord } from '@teleward/contract/opinions/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { formatDate } from '../../ui/format.ts'
import { FileGrid } from '../files/FileGrid.tsx'
import { kindText } from '../limits.ts'
import { either, nameOf } from '../Patient.tsx'
import { Trend } from '../trends/Trend.tsx'
import { amountsText } from '../prescriptions/amounts.ts'
import './opinions.css'

const FileViewer = lazy(() =>
  loadChunk(() => import('../files/FileViewer.tsx').then((one) => ({ default: one.FileViewer }))),
)

type Of<K extends ShownRecord['kind']> = Extract<ShownRecord, { kind: K }>
const isOf =
  <K extends ShownRecord['kind']>(kind: K) =>
  (one: ShownRecord): one is Of<K> =>
    one.kind === kind

/** Exactly what is shown, in place. `mark`: who reads, over the pictures. */
export function ShownRecords({ records, mark }: { records: readonly ShownRecord[]; mark?: string }) {
  const [open, setOpen] = useState('')
  const shown = records.filter(isOf('file'))
  const files = shown.flatMap(({ file }): MedicalFile[] => (file ? [file] : []))
  return (
    <div className="opshown">
      {records.filter(isOf('note')).map((one) => (
        <NotePart key={one.id} note={one.note} />
      ))}
      {records.filter(isOf('readings')).map((one) => (
        <section key={`${one.reading}-${one.from}`} className="card c2">
          {one.values.length === 0 ? (
            <p className="quiet">
              {t('common.pair', { name: kindText(one.reading), value: t('opinions.shown.noReadings') })}
            </p>
          ) : (
            <>
              <Trend
                kind={one.reading}
                unit={one.values[0]?.unit ?? ''}
                points={one.values}
                earlier={[]}
                from={one.from}
                to={one.to}
                rules={[]}
              />
              <p className="t3 f12 num">
                {t('opinions.shown.days', { from: formatDate(one.from), to: formatDate(one.to) })}
              </p>
            </>
          )}
        </section>
      ))}
      {shown.length > 0 && (
        <section className="card c2">
          {files.length > 0 && <FileGrid files={files} onOpen={setOpen} />}
          {shown
            .filter(({ file }) => !file)
            .map(({ id }) => (
              <p key={id} className="quiet">
                {t('opinions.shown.fileGone')}
              </p>
            ))}
        </section>
      )}
      {open && (
        <Suspense fallback={null}>
          <FileViewer id={open} strip={files} onOpen={setOpen} onClose={() => setOpen('')} shown={mark ?? ''} />
        </Suspense>
      )}
    </div>
  )
}

function NotePart({ note }: { note: Of<'note'>['note'] }) {
  if (!note) return <p className="card c2 quiet">{t('opinions.shown.noteGone')}</p>
  const { content } = note
  return (
    <article className="card c2 opnote">
      <h3 className="num">
        {[formatDate(note.date), nameOf(note.author), note.division].filter(Boolean).join(t('common.dot'))}
      </h3>
      {noteParts.map(
        (part) =>
          content[part].trim() && (
            <section key={part}>
              <h4>{t(`opinions.shown.part.${part}`)}</h4>
              <p className="optext">{imagesAsWords(content[part])}</p>
            </section>
          ),
      )}
      {content.diagnoses.length > 0 && (
        <section>
          <h4>{t('opinions.shown.diagnoses')}</h4>
          <ul>
            {content.diagnoses.map((one) => (
              <li key={one.code}>
                <b className="code">{one.code}</b> {either(one.nameZhTw, one.nameEn)} {one.remarks}
              </li>
            ))}
          </ul>
        </section>
      )}
      {content.prescription.length > 0 && (
        <section>
          <h4>{t('opinions.shown.drugs')}</h4>
          <ul>
            {content.prescription.map((line, index) => (
              <li key={`${line.code}-${index}`} className="num">
                <b>{line.name}</b> {amountsText(line)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}
