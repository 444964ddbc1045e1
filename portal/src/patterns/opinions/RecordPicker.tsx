import { fetchMRHistory } from '@teleward/contract/emr/endpoints.ts'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import type { PickedRecords } from '@teleward/contract/opinions/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { DayRangePicker } from '../DayPicker.tsx'
import { kindText as fileKind } from '../files/labels.tsx'
import { kindText } from '../limits.ts'
import { nameOf } from '../Patient.tsx'
import './opinions.css'

const PAGE = 50

export interface Span {
  from?: string | undefined
  to?: string | undefined
}
interface Props {
  pid: number
  value: PickedRecords
  span: Span
  onChange: (next: PickedRecords) => void
  onSpan: (next: Span) => void
}
const toggled = (list: readonly string[], id: string) =>
  list.includes(id) ? list.filter((one) => one !== id) : [...list, id]
const within = (day: string, { from, to }: Span) => (!from || day >= from) && (!to || day <= to)

/** The records of the patient, to be picked one by one or by a span of days: signed visits, files, readings. */
export function RecordPicker({ pid, value, span, onChange, onSpan }: Props) {
  const seesFiles = useRight('file.read') !== '-'
  const measures = useRight('monitor.read') !== '-'
  const notes = useQuery(endpointQuery(fetchMRHistory, { body: { pid, q: '', page: 1, pageSize: PAGE } }))
  const files = useQuery({
    ...endpointQuery(syncMedicalFile, { body: { pid, withdrawn: false, page: 1, pageSize: PAGE } }),
    enabled: seesFiles,
  })
  const readings = useQuery({
    ...endpointQuery(getMeasurements, { params: { pid }, query: { days: 7, record: '1' } }),
    enabled: measures,
  })
  const kinds = readings.data?.last.map(({ kind }) => kind) ?? []
  const spanned = (kind: ReadingKind) => ({ kind, from: span.from ?? isoDay(), to: span.to ?? isoDay() })
  const setSpan = (from: string | undefined, to: string | undefined) => {
    onSpan({ from, to })
    // The readings that are picked are those of these days.
    if (from && to) onChange({ ...value, readings: value.readings.map(({ kind }) => ({ kind, from, to })) })
    else onChange({ ...value, readings: [] })
  }
  const all = () =>
    onChange({
      notes: (notes.data?.data ?? []).filter(({ date }) => within(date, span)).map(({ noteId }) => noteId),
      files: (files.data?.data ?? [])
        .filter(({ createdAt }) => within(isoDay(new Date(createdAt)), span))
        .map(({ id }) => id),
      readings: (readings.data?.last ?? [])
        .filter(({ at }) => isoDay(new Date(at)) >= (span.from ?? ''))
        .map(({ kind }) => spanned(kind)),
    })
  const picks = value.readings.map(({ kind }) => kind)
  return (
    <div className="formcol">
      <div className="row wrap">
        <DayRangePicker from={span.from} to={span.to} label={t('opinions.form.span')} onChange={setSpan} />
        <Button size="sm" disabled={!span.from || !span.to} onClick={all}>
          {t('opinions.form.spanAll')}
        </Button>
      </div>
      <Part title={t('opinions.form.notes')} none={t('opinions.form.noNotes')} query={notes} total={notes.data?.total}>
        {(notes.data?.data ?? []).map((one) => (
          <li key={one.noteId}>
            <Checkbox
              checked={value.notes.includes(one.noteId)}
              onChange={() => onChange({ ...value, notes: toggled(value.notes, one.noteId) })}
            >
              <span className="num">{formatDate(one.date)}</span>{' '}
              {[nameOf(one.author), one.consultProblem ?? one.diagnoses[0]?.code].filter(Boolean).join(t('common.dot'))}
            </Checkbox>
          </li>
        ))}
      </Part>
      {seesFiles && (
        <Part
          title={t('opinions.form.files')}
          none={t('opinions.form.noFiles')}
          query={files}
          total={files.data?.total}
        >
          {(files.data?.data ?? []).map((one) => (
            <li key={one.id}>
              <Checkbox
                checked={value.files.includes(one.id)}
                onChange={() => onChange({ ...value, files: toggled(value.files, one.id) })}
              >
                <span className="num">{formatDate(one.createdAt)}</span>{' '}
                {[fileKind(one.kind), one.name].join(t('common.dot'))}
              </Checkbox>
            </li>
          ))}
        </Part>
      )}
      {measures && (
        <Part
          title={t('opinions.form.readings')}
          none={t('opinions.form.noReadings')}
          query={readings}
          total={kinds.length}
        >
          {kinds.map((kind) => (
            <li key={kind}>
              <Checkbox
                checked={picks.includes(kind)}
                disabled={!span.from || !span.to}
                onChange={() =>
                  onChange({
                    ...value,
                    readings: picks.includes(kind)
                      ? value.readings.filter((one) => one.kind !== kind)
                      : [...value.readings, spanned(kind)],
                  })
                }
              >
                {kindText(kind)}
              </Checkbox>
            </li>
          ))}
          {(!span.from || !span.to) && <li className="t3 f12">{t('opinions.form.needSpan')}</li>}
        </Part>
      )}
    </div>
  )
}

interface PartProps {
  title: string
  none: string
  total: number | undefined
  query: { isPending: boolean; isError: boolean; data: unknown; error: unknown; refetch: () => unknown }
  children: ReactNode
}
function Part({ title, none, total, query, children }: PartProps) {
  return (
    // No landmark: the record below has parts of the same names, which are.
    <div>
      <h3 className="sech">{title}</h3>
      {query.isError && !query.data ? (
        <ErrorState
          title={t('opinions.form.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <SkeletonBlock lines={2} />
      ) : total ? (
        <ul className="oppick">{children}</ul>
      ) : (
        <p className="quiet">{none}</p>
      )}
      {total !== undefined && total > PAGE && <p className="t3 f12">{t('opinions.form.more', { count: PAGE })}</p>}
    </div>
  )
}
