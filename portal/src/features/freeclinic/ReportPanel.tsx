import { CheckOutlined, FileExcelOutlined } from '@ant-design/icons'
import { getHpaReport, postHpaReport } from '@teleward/contract/careevents/screening-endpoints.ts'
import type { AgeBand } from '@teleward/contract/careevents/programmes.ts'
import type { Report, ReportRow } from '@teleward/contract/careevents/screening-schema.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, showError, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { programmeText } from './screening-labels.tsx'

const BAND: Readonly<Record<AgeBand, 'under40' | 'b40' | 'b50' | 'b60' | 'b70' | 'unknown'>> = {
  under40: 'under40',
  '40-49': 'b40',
  '50-59': 'b50',
  '60-69': 'b60',
  '70on': 'b70',
  unknown: 'unknown',
}
const COUNTS = ['invited', 'came', 'screened', 'negative', 'positive', 'inadequate', 'followedUp', 'open'] as const

/** Numbers for the authority, by programme, sex and age; handed in once. */
export function ReportPanel({ event }: { event: CareEvent }) {
  const t = useT()
  const manages = useRight('event.manage') === 'y'
  const answer = useQuery({ ...endpointQuery(getHpaReport, { body: { eventid: event.id } }), enabled: manages })
  const hand = useEndpointMutation(postHpaReport)
  if (!manages) return <p className="quiet">{t('screening.report.notYours')}</p>
  const handIn = async () => {
    const sure = await confirmAct({
      title: t('screening.report.handTitle'),
      text: t('screening.report.handText'),
      ok: t('screening.report.handIn'),
      cancel: t('common.cancel'),
    })
    if (sure) hand.mutate({ params: { id: event.id } })
  }
  return (
    <section className="card" aria-label={t('screening.report.title')}>
      <div className="hd">
        <h2>{t('screening.report.title')}</h2>
        <span className="rt">
          <Button
            size="sm"
            icon={<FileExcelOutlined />}
            onClick={() => void exportSheet(getHpaReport, { body: { eventid: event.id } }).catch(showError)}
          >
            {t('screening.report.excel')}
          </Button>
        </span>
      </div>
      <Loaded answer={answer} failed={t('screening.failed')} lines={6}>
        {(report) => (
          <div className="screenreport">
            <p className="t3 f13">{t('screening.report.numbersOnly')}</p>
            {report.rows.length === 0 ? (
              <p className="quiet">{t('screening.report.none')}</p>
            ) : (
              <Rows rows={report.rows} />
            )}
            <HandedIn report={report} />
            {!report.reported && (event.state === 'running' || event.state === 'over') && (
              <div className="row clinicacts">
                <Button kind="primary" icon={<CheckOutlined />} disabled={hand.isPending} onClick={() => void handIn()}>
                  {t('screening.report.handIn')}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

function HandedIn({ report: { reported, changedSince } }: { report: Report }) {
  const t = useT()
  if (!reported) return null
  return (
    <>
      <p className="alert ok">
        <CheckOutlined />
        {t('screening.report.handed', { date: formatDateTime(reported.at), name: nameOf(reported.by) })}
      </p>
      {changedSince && <p className="c-warn f13">{t('screening.report.changed')}</p>}
    </>
  )
}

function Rows({ rows }: { rows: readonly ReportRow[] }) {
  const t = useT()
  return (
    <section
      className="funnelwrap"
      aria-label={t('common.pair', { name: t('screening.report.sex'), value: t('screening.report.ages') })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by its keys, too.
      tabIndex={0}
    >
      <table className="clinicvalues reportrows">
        <thead>
          <tr>
            <th>{t('screening.choose')}</th>
            <th>{t('screening.report.sex')}</th>
            <th>{t('screening.report.ages')}</th>
            {COUNTS.map((one) => (
              <th key={one} className="r">
                {one === 'open'
                  ? t('screening.report.open')
                  : one === 'negative' || one === 'inadequate'
                    ? t(`screening.result.${one}`)
                    : t(`screening.stage.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.programme} ${row.sex} ${row.ages}`}>
              <th scope="row">{programmeText(row.programme)}</th>
              <td>{t(`screening.report.sexes.${row.sex}`)}</td>
              <td className="num">{t(`screening.report.bands.${BAND[row.ages]}`)}</td>
              {COUNTS.map((one) => (
                <td key={one} className="r num">
                  {row[one]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('screening.report.total')}
            </th>
            {COUNTS.map((one) => (
              <td key={one} className="r num">
                <b>{rows.reduce((sum, row) => sum + row[one], 0)}</b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
