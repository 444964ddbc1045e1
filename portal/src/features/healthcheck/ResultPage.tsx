import { CalendarOutlined, EditOutlined, PrinterOutlined, WarningOutlined } from '@ant-design/icons'
import { getHealthCheck, putHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import { systems } from '@teleward/contract/healthchecks/items.ts'
import type { CheckDetail, ShownResultRow } from '@teleward/contract/healthchecks/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../api/useDraft.ts'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { flagTag, listText, rangeText } from '../../patterns/careItems.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Sparkline } from '../../patterns/trends/Sparkline.tsx'
import { openBooking } from '../../shell/booking.ts'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { useKeys } from '../../ui/keys.ts'
import { ageAndSex } from '../../ui/person.ts'
import { EmptyState } from '../../ui/states.tsx'
import { CorrectDialog } from './CorrectDialog.tsx'
import { itemText, sourceText, unitText } from './labels.tsx'
import { useCheckSearch } from './search.ts'
import './healthcheck.css'

/** `/health-check-result`: what is out of range first, with earlier checks beside; who has looked at what is critical. */
export default function ResultPage() {
  const t = useT()
  const [{ id }] = useCheckSearch()
  const answer = useQuery({
    ...endpointQuery(getHealthCheck, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
  if (id === undefined)
    return (
      <>
        <div className="pagehead">
          <h1>{t('screens.name.healthCheckResult')}</h1>
        </div>
        <EmptyState
          title={t('healthcheck.result.none')}
          text={t('healthcheck.noneText')}
          actions={<Button onClick={() => void go('healthCheck')}>{t('healthcheck.back')}</Button>}
        />
      </>
    )
  return (
    <div className="checkpage">
      <Loaded answer={answer} failed={t('healthcheck.failed')} lines={12}>
        {(check) => <Result check={check} />}
      </Loaded>
    </div>
  )
}

function Result({ check }: { check: CheckDetail }) {
  const t = useT()
  const [corrects, setCorrects] = useState(false)
  const { patient, result, hidden, state } = check
  const book = () => patient && openBooking({ pid: patient.pid })
  useKeys([{ keys: 'b', label: t('healthcheck.result.book'), run: book }])
  return (
    <>
      <div className="pagehead clinichead">
        <div className="checktitle">
          <h1 className="ell">{patient ? nameOf(patient) : '–'}</h1>
          <span className="sub num">
            {[
              ...(patient
                ? [
                    patient.birthday ? formatDate(patient.birthday) : t('freeclinic.noBirthday'),
                    ageAndSex(patient.birthday, patient.gender ?? 'unknown'),
                    patient.memberNo,
                  ]
                : []),
              t(`healthcheck.programme.${check.programme}`),
              t('healthcheck.result.checkedBy', {
                name: nameOf(check.startedBy),
                time: formatDateTime(check.startedAt),
              }),
            ].join(' · ')}
          </span>
        </div>
        {result && state === 'done' && (
          <span className="act noprint">
            <Button icon={<CalendarOutlined />} onClick={book}>
              {t('healthcheck.result.book')}
            </Button>
            <Button icon={<EditOutlined />} onClick={() => setCorrects(true)}>
              {t('healthcheck.result.correct')}
            </Button>
            <Button kind="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
              {t('healthcheck.result.print')}
            </Button>
          </span>
        )}
      </div>
      {state !== 'done' ? (
        <section className="card">
          <EmptyState
            title={t('healthcheck.result.none')}
            actions={
              <Button onClick={() => void go('healthCheckProcessing', {}, { id: check.id })}>
                {t('healthcheck.result.toProcessing')}
              </Button>
            }
          />
        </section>
      ) : hidden || !result ? (
        <section className="card">
          <EmptyState title={t('healthcheck.result.hidden')} text={t('healthcheck.result.hiddenText')} />
        </section>
      ) : (
        <>
          <Summary rows={result.rows} />
          <section className="card checkbody" aria-label={t('healthcheck.result.title')}>
            <Rows check={check} rows={result.rows} />
            {result.skipped.map((one) => (
              <p key={one.item} className="t2">
                {t('healthcheck.skippedItem', { item: itemText(one.item), reason: one.reason })}
              </p>
            ))}
          </section>
          <Remarks check={check} result={result} />
        </>
      )}
      {corrects && <CorrectDialog check={check} onClose={() => setCorrects(false)} />}
    </>
  )
}

function Summary({ rows }: { rows: readonly ShownResultRow[] }) {
  const t = useT()
  const out = rows.filter(({ flag }) => flag === 'low' || flag === 'high')
  const critical = rows.filter((row) => row.critical)
  const unknown = rows.filter(({ flag, item }) => flag === null && !['height', 'weight', 'bmr'].includes(item))
  return (
    <div className={`alert ${critical.length > 0 ? 'bad' : out.length > 0 ? 'warn' : 'ok'}`}>
      <span>
        {critical.length > 0 && (
          <b>
            {t('healthcheck.result.summaryCritical', {
              items: listText(critical.map(({ item }) => itemText(item))),
            })}{' '}
          </b>
        )}
        {out.length > 0
          ? t('healthcheck.result.summary', {
              count: out.length,
              items: listText(
                out.map(({ item, flag }) => `${itemText(item)} ${t(`freeclinic.result.${flag as 'low'}`)}`),
              ),
            })
          : t('healthcheck.result.summaryNone')}{' '}
        {unknown.length > 0 && t('healthcheck.result.noRange', { count: unknown.length })}{' '}
        {t('healthcheck.result.notDiagnosis')}
      </span>
    </div>
  )
}

/** By parts of the body, after what is out of range. */
function Rows({ check, rows }: { check: CheckDetail; rows: readonly ShownResultRow[] }) {
  const t = useT()
  const outside = (row: ShownResultRow) => row.critical || row.flag === 'low' || row.flag === 'high'
  const groups = [
    { key: 'out', title: '', rows: rows.filter(outside) },
    ...systems.map((system) => ({
      key: system,
      title: t(`healthcheck.system.${system}`),
      rows: rows.filter((row) => row.system === system && !outside(row)),
    })),
  ].filter((group) => group.rows.length > 0)
  return (
    <table className="checkrows">
      <thead>
        <tr>
          <th>{t('healthcheck.result.item')}</th>
          <th className="r">{t('healthcheck.result.value')}</th>
          <th>{t('healthcheck.result.word')}</th>
          <th>{t('healthcheck.result.range')}</th>
          <th>{t('healthcheck.result.earlier')}</th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          {group.title && (
            <tr className="checkgroup">
              <th colSpan={5}>{group.title}</th>
            </tr>
          )}
          {group.rows.map((row) => (
            <Row key={row.item} check={check} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}
function Row({ check, row }: { check: CheckDetail; row: ShownResultRow }) {
  const t = useT()
  const put = useEndpointMutation(putHealthCheck)
  return (
    <tr className={row.critical ? 'checkcritical' : ''}>
      <th scope="row">{itemText(row.item)}</th>
      <td className="r num">
        <b>{formatNumber(row.value)}</b> <span className="t3 f12">{unitText(row.item)}</span>
      </td>
      <td>
        {row.critical && (
          <b className="c-bad">
            <WarningOutlined /> {t('healthcheck.result.critical')}{' '}
          </b>
        )}
        {flagTag(row)}
        {row.critical &&
          (row.acknowledged ? (
            <span className="t3 f12 blk">
              {t('healthcheck.result.acknowledged', {
                name: nameOf(row.acknowledged.by),
                time: formatDateTime(row.acknowledged.at),
              })}
            </span>
          ) : (
            <Button
              size="sm"
              className="checkseen noprint"
              disabled={put.isPending}
              onClick={() => put.mutate({ params: { id: check.id }, body: { action: 'acknowledge', item: row.item } })}
            >
              {t('healthcheck.result.acknowledge')}
            </Button>
          ))}
      </td>
      <td>
        <span className="num f13">{rangeText(row)}</span>
        {row.range && <span className="t3 f12 blk">{sourceText(row.range.source)}</span>}
      </td>
      <td className="num f13">
        {row.earlier.length > 0 && (
          <Sparkline
            label={itemText(row.item)}
            values={[...row.earlier.map(({ value }) => value).toReversed(), row.value]}
          />
        )}
        {row.earlier.map(({ value, on }, at) => (
          <span key={`${on} ${at}`} className="blk">
            {formatNumber(value)} <span className="t3 f12">{formatDate(on)}</span>
          </span>
        ))}
      </td>
    </tr>
  )
}

function Remarks({ check, result }: { check: CheckDetail; result: NonNullable<CheckDetail['result']> }) {
  const t = useT()
  const { draft, value: text = '' } = useDraft<string>({ screen: 'healthcheck:comment', subject: check.id })
  const put = useEndpointMutation(putHealthCheck, { onDone: () => void draft?.clear() })
  useUnsavedGuard('draft', text.trim() !== '')
  return (
    <section className="card checkbody">
      <h2>{t('healthcheck.result.comments')}</h2>
      {result.comments.map((one, at) => (
        <p key={`${one.at} ${at}`} className="pre">
          {one.text}{' '}
          <span className="t3 f12">
            {nameOf(one.by)} {formatDateTime(one.at)}
          </span>
        </p>
      ))}
      <div className="row checkcomment noprint">
        <GrowingArea
          aria-label={t('healthcheck.result.comment')}
          placeholder={t('healthcheck.result.comment')}
          lines={1}
          most={5}
          maxLength={1000}
          value={text}
          onChange={(e) => draft?.write(e.target.value)}
        />
        <Button
          disabled={text.trim() === '' || put.isPending}
          onClick={() => put.mutate({ params: { id: check.id }, body: { action: 'comment', text: text.trim() } })}
        >
          {t('healthcheck.result.commentSave')}
        </Button>
      </div>
      {result.versions.length > 0 && (
        <div className="t2 f13">
          {t('healthcheck.result.versions')}
          {result.versions.map((one) => (
            <p key={one.version}>
              {t('healthcheck.result.version', { version: one.version, time: formatDateTime(one.madeAt) })}
              {one.reason && ` · ${t('healthcheck.result.corrected', { reason: one.reason })}`}
            </p>
          ))}
        </div>
      )}
      {check.earlier.length > 0 && (
        <div className="row checkothers noprint">
          <span className="t2 f13">{t('healthcheck.result.others')}</span>
          {check.earlier.map((one) => (
            <Button key={one.id} size="sm" onClick={() => void go('healthCheckResult', {}, { id: one.id })}>
              {formatDate(one.on)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
