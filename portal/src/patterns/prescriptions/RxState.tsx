import './rx.css'
import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  InboxOutlined,
  QuestionCircleOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { isRefillOver, isUnanswered, UNANSWERED_HOURS } from '@teleward/contract/emr/rx-rules.ts'
import type { RxSending, RxState } from '@teleward/contract/emr/rx-schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Elapsed } from '../../ui/Ago.tsx'
import { formatDate, formatDateTime, isoDay, useNow } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import { nameOf } from '../Patient.tsx'
import { unitOf } from '../units.ts'

const LOOKS: Record<RxState, readonly [StatusKind, ReactNode]> = {
  sent: ['info', <SendOutlined key="sent" />],
  received: ['primary', <InboxOutlined key="received" />],
  returned: ['warn', <QuestionCircleOutlined key="returned" />],
  dispensed: ['ok', <CheckCircleOutlined key="dispensed" />],
  rejected: ['bad', <CloseCircleOutlined key="rejected" />],
  cancelled: ['neutral', <StopOutlined key="cancelled" />],
}

/** A prescription's state at its pharmacy, and how long somebody waits in it. */
export function RxStateTag({ row }: { row: RxSending }) {
  const now = useNow(60_000)
  const [kind, icon] = LOOKS[row.state]
  const late = isUnanswered(row.state, new Date(row.stateAt), new Date(now))
  return (
    <>
      <StatusTag kind={late ? 'warn' : kind} icon={icon}>
        {t(`rx.state.${row.state}`)}
      </StatusTag>
      {(row.state === 'sent' || row.state === 'received' || row.state === 'returned') && (
        <span className="f12 t3">
          {' '}
          <Elapsed since={row.stateAt} longAfterMin={UNANSWERED_HOURS * 60} />
          {late && <b className="c-warn"> {t('rx.unanswered')}</b>}
        </span>
      )}
    </>
  )
}

/** How often it was filled, and when it is next. */
export function RxRefills({ row }: { row: RxSending }) {
  if (!row.refill) return null
  const { times, until } = row.refill
  const done = row.dispensings.length
  const over = done < times && isRefillOver(row.refill, isoDay())
  return (
    <span className="f12 t2 num">
      {t('rx.refill.of', { done, times, until: formatDate(until) })}
      {over ? (
        <b className="c-warn">
          {t('common.dot')}
          {t('rx.refill.over')}
        </b>
      ) : (
        row.nextFrom && `${t('common.dot')}${t('rx.refill.next', { date: formatDate(row.nextFrom) })}`
      )}
    </span>
  )
}

/** What was handed out, each time: how much of which line, from which lot, or what in its place. */
export function RxGiven({ row }: { row: RxSending }) {
  const { lines } = row.content
  return (
    <ol className="rxgiven num">
      {row.dispensings.map((one) => (
        <li key={one.at}>
          {formatDateTime(one.at)} {nameOf(one.by)}
          {one.lines.map(({ code, quantity, substitution, lot }, at) => {
            const line = lines[at]
            const less = !substitution && line !== undefined && quantity < line.total
            const unit = line ? unitOf(handedUnit(line)) : ''
            return (
              <span key={`${code}-${at}`} className="bk t2 f12">
                {line?.name ?? code} × {quantity} {unit}
                {less && <b className="c-warn"> {t('rx.lessThan', { total: line.total, unit })}</b>}
                {substitution && `${t('common.dot')}${t('rx.insteadOf', { name: substitution })}`}
                {lot && `${t('common.dot')}${t('rx.lotOf', { lot })}`}
              </span>
            )
          })}
        </li>
      ))}
    </ol>
  )
}

const ACTIONS = ['send', 'take', 'return', 'answer', 'reject', 'dispense', 'cancel', 'replace', 'stop'] as const
/** Everything that was done with it, and what was said. */
export function RxSteps({ row }: { row: RxSending }) {
  return (
    <ol className="rxsteps f12 num">
      {row.steps.map(({ at, action, by, text }) => (
        <li key={`${at}${action}`}>
          <span className="t3">{formatDateTime(at)}</span> {nameOf(by)}{' '}
          {t(`rx.step.${ACTIONS.find((one) => one === action) ?? 'send'}`)}
          {text && <q className="bk">{text}</q>}
        </li>
      ))}
    </ol>
  )
}
