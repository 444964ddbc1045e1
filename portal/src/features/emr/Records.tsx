import { CloseOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons'
import { fetchMRHistory, mrNoteData } from '@teleward/contract/emr/endpoints.ts'
import type { EmrData, RecordBrief } from '@teleward/contract/emr/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate, formatShortDate } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { icdName } from './icdName.ts'
import { PrintableNoteView } from './PrintableNote.tsx'
import { SentProducts } from './Products.tsx'
import { DRAWER_PAGE, PagedDrawer } from './PagedDrawer.tsx'
import { useSettled } from './useSearchList.ts'

const summary = (row: RecordBrief) =>
  [
    row.diagnoses.map(({ code }) => code).join(t('common.patient.separator')),
    row.consultProblem ?? row.diagnoses.map(icdName)[0] ?? row.drugs.map(({ name }) => name)[0],
  ]
    .filter(Boolean)
    .join('　')
/** An earlier record's place in the address: visit and note. */
export const ridOf = (row: { qid: number; noteId: string }) => `${row.qid}.${row.noteId}`
export function readRid(rid: string): { qid: number; noteId: string } | null {
  const found = /^(\d{1,10})\.([0-9a-f-]{36})$/i.exec(rid)
  return found?.[1] && found[2] ? { qid: Number(found[1]), noteId: found[2] } : null
}

interface ListProps {
  pid: number
  records: NonNullable<EmrData['records']>
  open: string | null
  onOpen: (rid: string | null) => void
}

/** Earlier records, newest first; one opens beside the note. */
export function Records({ pid, records, open, onOpen }: ListProps) {
  const [all, setAll] = useState(false)
  return (
    <section className="card c2 recs" aria-label={t('emr.records.title')}>
      <div className="hd">
        <h2>{t('emr.records.title')}</h2>
        {records.length > 0 && <Count value={records.length} />}
        {records.length > 0 && (
          <span className="rt">
            <button type="button" className="link" onClick={() => setAll(true)}>
              {t('common.all')} <RightOutlined />
            </button>
          </span>
        )}
      </div>
      {records.length === 0 ? (
        <p className="quiet">{t('emr.records.empty')}</p>
      ) : (
        <div className="vis">
          {records.map((row) => (
            <button
              key={row.noteId}
              type="button"
              className={ridOf(row) === open ? 'on' : ''}
              aria-pressed={ridOf(row) === open}
              title={summary(row)}
              onClick={() => onOpen(ridOf(row) === open ? null : ridOf(row))}
            >
              <span className="d">{formatShortDate(row.date)}</span>
              <span className="ell">{summary(row)}</span>
            </button>
          ))}
        </div>
      )}
      <AllRecords
        pid={pid}
        show={all}
        onClose={() => setAll(false)}
        onOpen={(id) => {
          setAll(false)
          onOpen(id)
        }}
      />
    </section>
  )
}

function AllRecords({
  pid,
  show,
  onClose,
  onOpen,
}: {
  pid: number
  show: boolean
  onClose: () => void
  onOpen: (rid: string) => void
}) {
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const q = useSettled(text.trim(), 250)
  const source = useQuery({
    ...endpointQuery(fetchMRHistory, { body: { pid, q, page, pageSize: DRAWER_PAGE } }),
    enabled: show,
    placeholderData: keepPreviousData,
  })
  return (
    <PagedDrawer
      title={t('emr.records.title')}
      size={480}
      open={show}
      onClose={onClose}
      head={
        <div className="recsearch">
          <Input
            allowClear
            prefix={<SearchOutlined />}
            value={text}
            maxLength={60}
            placeholder={t('emr.records.search')}
            aria-label={t('emr.records.search')}
            onChange={(event) => {
              setText(event.target.value)
              setPage(1)
            }}
          />
        </div>
      }
      source={source}
      failed={t('emr.records.failed')}
      empty={{ title: t('common.list.emptyTitle'), text: t('emr.records.emptySearch') }}
      page={page}
      onPage={setPage}
    >
      {(rows) => (
        <div className="vis wide">
          {rows.map((row) => (
            <button key={row.noteId} type="button" onClick={() => onOpen(ridOf(row))}>
              <span className="d">{formatDate(row.date)}</span>
              <span className="grow">
                <span className="ell bk">{summary(row)}</span>
                <span className="t3 f12 ell bk">
                  {[
                    nameOf(row.author),
                    row.division,
                    row.drugs.map(({ name }) => name).join(t('common.patient.separator')),
                  ]
                    .filter(Boolean)
                    .join(t('common.dot'))}
                </span>
              </span>
            </button>
          ))}
        </div>
      )}
    </PagedDrawer>
  )
}

/** One earlier record of this patient, to be read while the note is written. */
export function RecordBeside({ pid, rid, onClose }: { pid: number; rid: string; onClose: () => void }) {
  const place = readRid(rid)
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(mrNoteData, { body: place ?? { qid: 1 } }),
    enabled: place !== null,
  })
  // An address put together by hand must not lay another patient's record beside this one's note.
  const own = data?.patient.pid === pid ? data : undefined
  const note = own?.notes.find(({ id }) => id === place?.noteId)
  return (
    <section className="card c2 beside" aria-label={t('emr.records.beside')}>
      <div className="hd">
        <h2 className="num">{own ? formatDate(own.visit.date) : t('emr.records.beside')}</h2>
        <span className="rt">
          <button
            type="button"
            className="icbtn sm"
            aria-label={t('common.close')}
            title={t('common.close')}
            onClick={onClose}
          >
            <CloseOutlined />
          </button>
        </span>
      </div>
      <div className="scrolls">
        {error ? (
          <ErrorState
            title={t('emr.records.failed')}
            text={errorMessage(error)}
            code={codeOf(error)}
            onRetry={() => void refetch()}
          />
        ) : place && isPending ? (
          <SkeletonBlock lines={8} />
        ) : own && note ? (
          <>
            <PrintableNoteView note={note} visit={own.visit} />
            <SentProducts sendings={own.products.filter(({ state }) => state !== 'chosen')} />
          </>
        ) : (
          <EmptyState title={t('emr.records.gone')} />
        )}
      </div>
    </section>
  )
}
