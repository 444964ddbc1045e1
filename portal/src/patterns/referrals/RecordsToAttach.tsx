import { getNotes } from '@teleward/contract/emr/endpoints.ts'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { getExternalReports } from '@teleward/contract/files/external-report-endpoints.ts'
import { ATTACHED_MAX } from '@teleward/contract/referrals/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { nameOf } from '../Patient.tsx'

export interface PickedRecords {
  notes: readonly string[]
  reports: readonly string[]
  files: readonly string[]
}
export const NO_RECORDS: PickedRecords = { notes: [], reports: [], files: [] }
interface Props {
  pid: number
  /** The record is known not to be open: nothing of it is asked for. */
  closed: boolean
  picked: PickedRecords
  onPick: (picked: PickedRecords) => void
}

/** Records of the patient that go along with the letter: what the caller may read, and of a closed record nothing. */
export function RecordsToAttach({ pid, closed, picked, onPick }: Props) {
  const readsNotes = useRight('emr.read') !== '-' && !closed
  const readsFiles = useRight('file.read') !== '-' && !closed
  const notes = useQuery({
    ...endpointQuery(getNotes, { params: { pid, page: 1 }, query: { pageSize: 20 } }),
    enabled: readsNotes,
    retry: false,
  })
  const reports = useQuery({
    ...endpointQuery(getExternalReports, { params: { pid } }),
    enabled: readsFiles,
    retry: false,
  })
  const files = useQuery({
    ...endpointQuery(syncMedicalFile, { body: { pid, withdrawn: false, page: 1, pageSize: 30 } }),
    enabled: readsFiles,
    retry: false,
  })
  if (closed) return <p className="t3">{t('referrals.records.notOpen')}</p>
  if (!readsNotes && !readsFiles) return null
  const toggle = (kind: keyof PickedRecords) => (id: string, on: boolean) =>
    onPick({ ...picked, [kind]: on ? [...picked[kind], id] : picked[kind].filter((one) => one !== id) })
  const signed = (notes.data?.data ?? []).filter(({ state }) => state === 'signed' || state === 'amended')
  const standing = (reports.data?.reports ?? []).filter(({ withdrawn }) => withdrawn === null)
  return (
    <>
      <Part
        title={t('referrals.attach')}
        query={notes}
        none={t('referrals.attachNone')}
        rows={signed.map((one) => ({
          id: one.id,
          text: [one.signedAt && formatDate(one.signedAt), nameOf(one.author), one.diagnoses[0]?.code ?? one.a]
            .filter(Boolean)
            .join(' '),
        }))}
        more={(notes.data?.total ?? 0) > (notes.data?.data.length ?? 0)}
        picked={picked.notes}
        onToggle={toggle('notes')}
      />
      {readsFiles && (
        <>
          <Part
            title={t('referrals.records.reports')}
            query={reports}
            none={t('referrals.records.noReports')}
            rows={standing.map((one) => ({
              id: one.id,
              text: [formatDate(one.issuedAt), one.title, one.source].join(' '),
            }))}
            picked={picked.reports}
            onToggle={toggle('reports')}
          />
          <Part
            title={t('referrals.records.files')}
            query={files}
            none={t('referrals.records.noFiles')}
            rows={(files.data?.data ?? []).map((one) => ({
              id: one.id,
              text: [formatDate(one.createdAt), one.name].join(' '),
            }))}
            more={(files.data?.total ?? 0) > (files.data?.data.length ?? 0)}
            picked={picked.files}
            onToggle={toggle('files')}
          />
        </>
      )}
      <p className="help">{t('referrals.attachHint')}</p>
    </>
  )
}

interface PartProps {
  title: string
  none: string
  query: { isPending: boolean; isError: boolean; data: unknown; error: unknown }
  rows: readonly { id: string; text: string }[]
  /** The record has older ones than are offered. */
  more?: boolean
  picked: readonly string[]
  onToggle: (id: string, on: boolean) => void
}
function Part({ title, none, query, rows, more = false, picked, onToggle }: PartProps): ReactNode {
  const closed = query.isError && codeOf(query.error) === 'EMR_NOT_AUTHORISED'
  return (
    <fieldset className="referattach">
      <legend className="lab">{title}</legend>
      {closed && <p className="t3">{t('referrals.records.notOpen')}</p>}
      {query.isError && !query.data && !closed && (
        <p className="help err" role="alert">
          {t('referrals.attachFailed')}　{errorMessage(query.error)}
        </p>
      )}
      {Boolean(query.data) && rows.length === 0 && <p className="t3">{none}</p>}
      {rows.map(({ id, text }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={picked.includes(id)}
            disabled={!picked.includes(id) && picked.length >= ATTACHED_MAX}
            onChange={({ target }) => onToggle(id, target.checked)}
          />
          <span className="ell">{text}</span>
        </label>
      ))}
      {more && <p className="t3 f12">{t('referrals.records.newest', { count: rows.length })}</p>}
    </fieldset>
  )
}
