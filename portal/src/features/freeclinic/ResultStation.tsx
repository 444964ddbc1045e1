import { PrinterOutlined } from '@ant-design/icons'
import { getEventResult } from '@teleward/contract/careevents/endpoints.ts'
import type { ResultValue } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { language, useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { flagTag, itemText, listText, rangeText, unitText } from '../../patterns/careItems.tsx'

/** What was measured against what is usual, out of range first, with earlier events; and the sheet to take home. */
export function ResultStation({ eventid, pid }: { eventid: number; pid: number }) {
  const t = useT()
  const answer = useQuery(endpointQuery(getEventResult, { body: { eventid, pid } }))
  return (
    <Loaded answer={answer} failed={t('freeclinic.result.failed')} lines={6}>
      {({ values, missing, sheet }) => (
        <div className="clinicfields">
          {values.length === 0 ? <p className="t3">{t('freeclinic.result.none')}</p> : <Values values={values} />}
          {missing.length > 0 && (
            <p className="c-warn f13">{t('freeclinic.missing', { items: listText(missing.map(itemText)) })}</p>
          )}
          <div className="row clinicacts">
            <a
              className="btn pri"
              href={`/freeclinic_print/${eventid}/${pid}?token=${encodeURIComponent(sheet.token)}&lang=${language()}`}
              target="_blank"
              rel="noreferrer"
            >
              <PrinterOutlined /> {t('freeclinic.result.print')}
            </a>
            <span className="t3 f12">{t('freeclinic.result.printHint')}</span>
          </div>
        </div>
      )}
    </Loaded>
  )
}

export function Values({ values }: { values: readonly ResultValue[] }) {
  const t = useT()
  return (
    <table className="clinicvalues">
      <thead>
        <tr>
          <th>{t('freeclinic.result.item')}</th>
          <th className="r">{t('freeclinic.result.value')}</th>
          <th>{t('freeclinic.result.word')}</th>
          <th>{t('freeclinic.result.range')}</th>
          <th>{t('freeclinic.result.earlier')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map((one) => (
          <tr key={one.item}>
            <th scope="row">{itemText(one.item)}</th>
            <td className="r num">
              <b>{formatNumber(one.value)}</b> <span className="t3 f12">{unitText(one.item)}</span>
              {one.others.length > 0 && (
                <span className="c-warn f12"> {t('freeclinic.result.others', { values: listText(one.others) })}</span>
              )}
            </td>
            <td>{flagTag(one)}</td>
            <td>
              <span className="num f13">{rangeText(one)}</span>
              {one.range && (
                <span className="t3 f12 blk">{t(`freeclinic.source.${one.range.source as 'pressure'}`)}</span>
              )}
            </td>
            <td className="num f13">
              {one.earlier.map(({ value, on, event }) => (
                <span key={`${on} ${event}`} className="blk">
                  {formatNumber(value)} <span className="t3 f12">{formatDate(on)}</span>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
