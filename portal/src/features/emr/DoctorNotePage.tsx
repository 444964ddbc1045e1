import './emr.css'
import './doctornote.css'
import { CopyOutlined, DownloadOutlined, HistoryOutlined, LockOutlined } from '@ant-design/icons'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { noteChanged } from '@teleward/contract/emr/events.ts'
import { type Note, noteParts, type PrintableNote } from '@teleward/contract/emr/schema.ts'
import type { DocumentKind } from '@teleward/contract/documents/schema.ts'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { onEvent } from '../../api/events.ts'
import { errorMessage, showError } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { saveDocument } from '../../patterns/documents.ts'
import { either, nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { PrintableNoteView } from './PrintableNote.tsx'
import { copyText } from './copyText.ts'
import { numberOf } from './target.ts'
import { useSheet } from './useSheet.ts'
import { Versions } from './Versions.tsx'
import { VisitFacts } from './VisitFacts.tsx'

/** `/doctornote/{qid}`: the notes of one visit alone, to be read and printed. */
export default function DoctorNotePage() {
  const { t } = useI18n()
  const params: { qid?: string } = useParams({ strict: false })
  const qid = numberOf(params.qid, 1)
  if (qid === null) return <EmptyState heading="h1" title={t('emr.notFound')} text={t('emr.notFoundText')} />
  return <Opened key={qid} qid={qid} />
}

function Opened({ qid }: { qid: number }) {
  const { t } = useI18n()
  const { sheet, error, again } = useSheet(qid)
  if (sheet) return <Sheet sheet={sheet} again={() => void again()} />
  if (!error) return <SkeletonBlock lines={12} />
  const code = codeOf(error)
  if (code === 'NOT_FOUND') return <EmptyState heading="h1" title={t('emr.notFound')} text={t('emr.notFoundText')} />
  if (code === 'EMR_NOT_AUTHORISED')
    return (
      <EmptyState heading="h1" icon={<LockOutlined />} title={t('emr.closed.title')} text={t('documents.closedText')} />
    )
  return (
    <ErrorState
      heading="h1"
      title={t('emr.loadFailed')}
      text={errorMessage(error)}
      code={code}
      onRetry={() => void again()}
    />
  )
}

function useNewer({ visit, notes }: PrintableNote): boolean {
  const [newer, setNewer] = useState(false)
  const known = notes.map(({ id, version }) => `${id} ${version}`).join('\n')
  useEffect(() => {
    const versions = new Map(known.split('\n').map((one) => [one.slice(0, 36), Number(one.slice(37))]))
    setNewer(false)
    return onEvent(noteChanged, ({ qid, noteId, version }) => {
      if (qid === visit.qid && version > (versions.get(noteId) ?? 0)) setNewer(true)
    })
  }, [known, visit.qid])
  return newer
}

function Sheet({ sheet, again }: { sheet: PrintableNote; again: () => void }) {
  const { t } = useI18n()
  const { patient, visit, notes, institution } = sheet
  const [versions, setVersions] = useState<Note | null>(null)
  const newer = useNewer(sheet)
  const first = notes.find(({ state }) => state !== 'withdrawn') ?? notes[0]
  /** What is being made: a long note takes a moment, and a second press would make it twice. */
  const [making, setMaking] = useState<string | null>(null)
  const save = async (kind: DocumentKind, note: Note) => {
    if (making) return
    setMaking(kind + note.id)
    try {
      await saveDocument(kind, note.id)
    } catch (failed) {
      showError(failed)
    }
    setMaking(null)
  }
  const toRecord = () => void go('emr2', { pid: patient.pid, qid: visit.qid })
  useKeys([
    ...(first
      ? [
          { keys: 'Mod+P', label: t('documents.print'), run: () => void save('record', first), inFields: true },
          { keys: 'v', label: t('emr.versions.title'), run: () => setVersions(first) },
        ]
      : []),
    { keys: 'e', label: t('documents.toRecord'), run: toRecord },
  ])
  return (
    <div className="notesheet">
      <div className="pagehead">
        <h1>{t('documents.note')}</h1>
        <div className="act">
          <Button onClick={toRecord}>{t('documents.toRecord')}</Button>
        </div>
      </div>
      {newer && (
        <div className="alert info" role="status">
          <span className="grow">{t('documents.newer')}</span>
          <Button size="sm" onClick={again}>
            {t('documents.showNewer')}
          </Button>
        </div>
      )}
      <PatientHead patient={patient} />
      <p className="t2">
        {[
          formatDateTime(visit.startAt),
          either(institution.name, institution.nameEn),
          either(visit.unitName, visit.unitNameEn),
          institution.phone,
        ]
          .filter(Boolean)
          .join(t('common.dot'))}
      </p>
      {notes.length === 0 && (
        <EmptyState title={t('documents.none')} text={t('documents.noneText', { name: nameOf(visit.doctor) })} />
      )}
      {notes.map((note) => (
        <section key={note.id} className="card notepad" aria-label={nameOf(note.author)}>
          <h2 className="sr">{nameOf(note.author)}</h2>
          <div className="row wrap noteacts">
            <Papers note={note} making={making} onSave={save} />
            <Button size="sm" icon={<HistoryOutlined />} onClick={() => setVersions(note)}>
              {t('emr.versions.title')}
            </Button>
            <Button size="sm" icon={<CopyOutlined />} onClick={() => copy(note)}>
              {t('common.copy')}
            </Button>
          </div>
          <div
            className={note.signedAt || note.state === 'withdrawn' ? '' : 'unsigned'}
            data-mark={t('documents.unsigned')}
          >
            <PrintableNoteView note={note} visit={visit} />
          </div>
          {note.hash && <p className="t3 f12 hash">SHA-256 {note.hash}</p>}
        </section>
      ))}
      <VisitFacts visit={visit} room={undefined} />
      {versions && <Versions pid={versions.pid} noteId={versions.id} open onClose={() => setVersions(null)} />}
    </div>
  )

  function copy(note: Note): void {
    const texts = noteParts.flatMap((part) =>
      note[part].trim() ? [`${t(`emr.part.${part}`)}\n${imagesAsWords(note[part])}`] : [],
    )
    void copyText(texts.join('\n\n'))
  }
}

interface PapersProps {
  note: Note
  making: string | null
  onSave: (kind: DocumentKind, note: Note) => Promise<void>
}
/** What can be made of a note: of one that is not signed the record alone, which says so. */
function Papers({ note, making, onSave }: PapersProps) {
  const { t } = useI18n()
  const signed = note.state === 'signed' || note.state === 'amended'
  const kinds: DocumentKind[] = [
    'record',
    ...(signed && note.lines.length ? (['prescription'] as const) : []),
    ...(signed && note.diagnoses.length ? (['certificate'] as const) : []),
  ]
  return kinds.map((kind) => (
    <Button
      key={kind}
      size="sm"
      icon={<DownloadOutlined />}
      loading={making === kind + note.id}
      onClick={() => void onSave(kind, note)}
    >
      {t(`documents.kind.${kind}`)} PDF
    </Button>
  ))
}
