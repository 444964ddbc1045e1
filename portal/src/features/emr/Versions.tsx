import { noteVersions } from '@teleward/contract/emr/endpoints.ts'
import type { NoteVersion } from '@teleward/contract/emr/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { language, t } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { NoteContent } from './PrintableNote.tsx'
import { DRAWER_PAGE, PagedDrawer } from './PagedDrawer.tsx'

interface Props {
  /** Whose note it is. */
  pid: number
  noteId: string
  open: boolean
  onClose: () => void
}
/** Kept versions, newest first: who, when, why, what changed, and the text as it stood. */
export function Versions({ pid, noteId, open, onClose }: Props) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<number | null>(null)
  const source = useQuery({
    ...endpointQuery(noteVersions, { params: { id: noteId }, query: { page, pageSize: DRAWER_PAGE } }),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <PagedDrawer
      title={t('emr.versions.title')}
      size={520}
      open={open}
      onClose={onClose}
      source={source}
      failed={t('emr.versions.failed')}
      empty={{ title: t('emr.versions.empty'), text: t('emr.versions.emptyText') }}
      page={page}
      onPage={setPage}
    >
      {(rows) => (
        <ul className="versions">
          {rows.map((one) => (
            <Version
              key={one.version}
              pid={pid}
              version={one}
              open={shown === one.version}
              onToggle={() => setShown(shown === one.version ? null : one.version)}
            />
          ))}
        </ul>
      )}
    </PagedDrawer>
  )
}

interface VersionProps {
  pid: number
  version: NoteVersion
  open: boolean
  onToggle: () => void
}
function Version({ pid, version, open, onToggle }: VersionProps) {
  const changed = version.changed.map((part) =>
    part === 'diagnoses' ? t('emr.icd.title') : part === 'prescription' ? t('emr.rx.title') : t(`emr.part.${part}`),
  )
  const by = language() === 'en' ? (version.savedBy.nameEn ?? version.savedBy.name) : version.savedBy.name
  const { prescription, ...content } = version.content
  return (
    <li>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <span className="row">
          <b className="num">{t('emr.versions.number', { version: version.version })}</b>
          <span className={`tag ${version.kind === 'autosave' ? '' : version.kind === 'withdraw' ? 'warn' : 'pri'}`}>
            {t(`emr.versions.kind.${version.kind}`)}
          </span>
          <span className="t3 f12 num at">{formatDateTime(version.at)}</span>
        </span>
        <span className="t2 f13 bk">
          {[by, changed.length ? t('emr.versions.changed', { parts: changed.join(t('common.patient.separator')) }) : '']
            .filter(Boolean)
            .join(t('common.dot'))}
        </span>
        {version.reason && <span className="f13 bk">{t('emr.versions.reason', { reason: version.reason })}</span>}
        {version.hash && <span className="t3 f12 bk hash">SHA-256 {version.hash}</span>}
      </button>
      {open && (
        <div className="paper">
          <NoteContent content={{ ...content, lines: prescription }} pid={pid} />
        </div>
      )}
    </li>
  )
}
