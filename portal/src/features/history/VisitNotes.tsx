import { FileSearchOutlined, LockOutlined } from '@ant-design/icons'
import type { AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import { mrNoteData } from '@teleward/contract/emr/endpoints.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { language, t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'

interface Props {
  entry: AppointmentDetail
  open: boolean
  onOpen: () => void
}

/** The visit's notes, read on demand: each reading is kept in the audit log. */
export function VisitNotes({ entry, open, onOpen }: Props) {
  const right = useRight('emr.read')
  const closed = entry.patient.authorised === 'notAuthorised'
  const { data, error, isPending } = useQuery({
    ...endpointQuery(mrNoteData, { body: { qid: entry.qid } }),
    enabled: open && right !== '-' && !closed,
  })
  if (right === '-' || (entry.mr_id === null && !closed)) return null
  return (
    <section aria-label={t('history.note.title')}>
      <div className="sech">{t('history.note.title')}</div>
      {closed ? (
        <p className="t3 f13">
          <LockOutlined /> {t('history.note.closed')}
        </p>
      ) : !open ? (
        <Button size="sm" icon={<FileSearchOutlined />} onClick={onOpen}>
          {t('history.key.note')}
        </Button>
      ) : error ? (
        <p className="c-warn f13">{errorMessage(error)}</p>
      ) : isPending ? (
        <SkeletonBlock lines={4} />
      ) : data.notes.length === 0 ? (
        <p className="t3 f13">{t('history.note.none')}</p>
      ) : (
        data.notes.map((note) => <ReadNote key={note.id} note={note} />)
      )}
    </section>
  )
}

const PARTS = ['s', 'o', 'a', 'p'] as const
function ReadNote({ note }: { note: Note }) {
  const state = note.signedAt
    ? t('history.note.signedBy', { name: nameOf(note.signedBy ?? note.author), time: formatDateTime(note.signedAt) })
    : t('history.note.unsigned')
  return (
    <article className="readnote f13">
      <p className={note.signedAt ? 't3' : 'c-warn'}>
        {nameOf(note.author)}
        {t('common.dot')}
        {state}
      </p>
      <dl className="desc soap">
        {PARTS.filter((part) => note[part].trim() !== '').map((part) => (
          <div key={part} className="pair">
            <dt>{part.toUpperCase()}</dt>
            <dd className="memo">{imagesAsWords(note[part])}</dd>
          </div>
        ))}
        {note.diagnoses.map((one) => (
          <div key={one.id} className="pair">
            <dt className="num">{one.code}</dt>
            <dd>{language() === 'en' ? one.nameEn : one.nameZhTw}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
