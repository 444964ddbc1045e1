import { PlusOutlined } from '@ant-design/icons'
import {
  type ExternalReport,
  getExternalReports,
  reportCategoryLabels,
  type ReportResult,
} from '@teleward/contract/files/external-report-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { language, t, useT } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Count } from '../../ui/StatusTag.tsx'
import { FailedLine } from '../FailedLine.tsx'
import { nameOf } from '../Patient.tsx'
import './files.css'

const ReportForm = lazy(() => import('./ReportForms.tsx').then(({ ReportForm }) => ({ default: ReportForm })))
const ReportWithdraw = lazy(() =>
  import('./ReportForms.tsx').then(({ ReportWithdraw }) => ({ default: ReportWithdraw })),
)

interface Props {
  pid: number
  /** Opens a file over the screen. */
  onFile: (id: string) => void
}
/** Results of laboratories and reports of other institutions, each with its source and time. */
export function ExternalReports({ pid, onFile }: Props) {
  useT()
  const me = useMe()
  const reads = useRight('file.read') !== '-'
  const brings = useRight('file.upload') !== '-'
  const [adding, setAdding] = useState(false)
  const [withdrawing, setWithdrawing] = useState<ExternalReport>()
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(getExternalReports, { params: { pid } }),
    enabled: reads,
    retry: false,
  })
  if (!reads) return null
  // Closed, and none of one's own: what a record of nobody's says.
  const none = isApiError(error, 'EMR_NOT_AUTHORISED')
  const reports = data?.reports ?? []
  const withdraws = ({ by, withdrawn }: ExternalReport) =>
    brings && !withdrawn && (by.mid === me.mid || me.doctortype === 'doctor')
  return (
    <section className="card c2 extreports" aria-label={t('files.ext.title')}>
      <div className="hd">
        <h2>{t('files.ext.title')}</h2>
        {reports.length > 0 && <Count value={reports.length} />}
        {brings && (
          <span className="rt">
            <button type="button" className="link" onClick={() => setAdding(true)}>
              <PlusOutlined /> {t('files.ext.add')}
            </button>
          </span>
        )}
      </div>
      {error && !none && !data ? (
        <div className="quiet">
          <FailedLine error={error} onRetry={() => void refetch()} />
        </div>
      ) : reports.length === 0 ? (
        <p className="quiet">{t(isPending ? 'files.loading' : 'files.ext.none')}</p>
      ) : (
        <ul className="extlist">
          {reports.map((one) => (
            <Report
              key={one.id}
              report={one}
              onFile={onFile}
              {...(withdraws(one) ? { onWithdraw: () => setWithdrawing(one) } : {})}
            />
          ))}
        </ul>
      )}
      {data?.more && <p className="quiet">{t('files.ext.more', { n: reports.length })}</p>}
      <Suspense fallback={null}>
        {adding && <ReportForm pid={pid} onClose={() => setAdding(false)} />}
        {withdrawing && <ReportWithdraw report={withdrawing} onClose={() => setWithdrawing(undefined)} />}
      </Suspense>
    </section>
  )
}

interface ReportProps {
  report: ExternalReport
  onFile: (id: string) => void
  onWithdraw?: () => void
}
function Report({ report, onFile, onWithdraw }: ReportProps) {
  const { title, category, source, identifier, issuedAt, receivedAt, by, results, conclusion, file, withdrawn } = report
  return (
    <li className={withdrawn ? 'gone' : ''}>
      <p className="row wrap">
        <b>{title}</b>
        <span className="t2 f13">{reportCategoryLabels[category][language()]}</span>
        {report.corrects > 0 && <span className="chip o">{t('files.ext.corrects', { n: report.corrects })}</span>}
      </p>
      <p className="t2 f13 num">
        {[source, identifier, t('files.ext.issued', { time: formatDateTime(issuedAt) })]
          .filter(Boolean)
          .join(t('common.dot'))}
      </p>
      <p className="t3 f12 num">{t('files.ext.received', { time: formatDateTime(receivedAt), name: nameOf(by) })}</p>
      {withdrawn && (
        <p className="f13 c-bad">
          {t('files.withdrawnBy', {
            name: nameOf(withdrawn.by),
            date: formatDateTime(withdrawn.at),
            reason: withdrawn.reason,
          })}
        </p>
      )}
      {results.length > 0 && <Results results={results} title={title} />}
      {conclusion && <p className="extconc">{conclusion}</p>}
      <p className="row wrap">
        {file && !withdrawn && (
          <button type="button" className="link" onClick={() => onFile(file.id)}>
            {t('files.ext.open', { name: file.name })}
          </button>
        )}
        {onWithdraw && (
          <button type="button" className="link" onClick={onWithdraw}>
            {t('files.withdraw')}
          </button>
        )}
      </p>
    </li>
  )
}

function Results({ results, title }: { results: readonly ReportResult[]; title: string }) {
  return (
    <table className="exttable" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('files.ext.item')}</th>
          <th scope="col">{t('files.ext.value')}</th>
          <th scope="col">{t('files.ext.range')}</th>
        </tr>
      </thead>
      <tbody>
        {results.map((one, at) => (
          <tr key={at}>
            <th scope="row">{one.name}</th>
            <td className={`num ${one.interpretation && one.interpretation !== 'N' ? 'c-bad' : ''}`}>
              {[one.value, one.unit].filter(Boolean).join(' ')}
              {one.interpretation && ` ${t(`files.ext.flag.${one.interpretation}`)}`}
            </td>
            <td className="num t2">{one.referenceRange || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
