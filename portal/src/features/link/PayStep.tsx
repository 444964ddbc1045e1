import { CheckCircleOutlined, ClockCircleOutlined, LockOutlined } from '@ant-design/icons'
import { payByLink } from '@teleward/contract/links/endpoints.ts'
import type { LinkPayment, LinkView } from '@teleward/contract/links/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { sentences, useT } from '../../i18n/i18n.ts'
import { formatClock, formatDateTime, formatDay, formatMoney, formatTime, useNow } from '../../ui/format.ts'
import { IdentityStep } from './IdentityStep.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import { paidHow } from '../../patterns/ReceiptSheet.tsx'
import { refundTerms, refundTermsOf } from '../../patterns/refundTerms.ts'
import { CancelPart, ChangePart } from './PayChange.tsx'
import { calendarOf } from './calendar.ts'
import { ReceiptPart } from './PayReceipt.tsx'
import { leaveFor } from './payMemory.ts'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { VisitCard } from './VisitCard.tsx'

const MINUTE = 60_000
type Way = 'look' | 'cancel' | 'change' | 'receipt'

/** What the visit costs, how long the place waits for it, and what became of the money. */
export default function PayStep({ link, view }: { link: LinkState; view: LinkView }) {
  const t = useT()
  const [way, setWay] = useState<Way>('look')
  const [changed, setChanged] = useState(false)
  const { payment } = view
  useEffect(() => {
    document.title = t('link.pay.title')
  }, [t])
  if (!payment) return null
  const back = () => setWay('look')
  if (way !== 'look' && !view.identity.passed) return <IdentityStep link={link} view={view} onBack={back} />
  if (way === 'cancel') return <CancelPart link={link} view={view} payment={payment} onDone={back} />
  if (way === 'receipt') return <ReceiptPart link={link} view={view} payment={payment} onBack={back} />
  if (way === 'change')
    return (
      <ChangePart
        link={link}
        view={view}
        payment={payment}
        onDone={(done) => {
          setChanged(done)
          back()
        }}
      />
    )
  return <Look link={link} view={view} payment={payment} changed={changed} go={setWay} />
}

interface LookProps {
  link: LinkState
  view: LinkView
  payment: LinkPayment
  changed: boolean
  go: (way: Way) => void
}
function Look({ link, view, payment, changed, go }: LookProps) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const { visit } = view
  const left = useLeft(view, payment)
  const { reload } = link
  const over = left !== null && left <= 0
  // The hour is the server's: when it is over here, it is asked how it stands.
  useEffect(() => {
    if (over) reload()
  }, [over, reload])
  const living = payment.visit === 'held' || payment.visit === 'registered'
  const due = payment.state === 'due' && living && !over
  const returned = new URLSearchParams(location.search).get('step') === 'paid'
  const waiting = due && payment.checkout === 'open' && returned
  const mine = living && !over && visit?.cancellableUntil && view.code !== 'IDENTITY_LOCKED'
  // The place was let go, nothing was paid: another time is a booking of its own.
  const again =
    payment.visit === 'released' &&
    payment.state === 'expired' &&
    payment.freeTimes.length > 0 &&
    view.code !== 'IDENTITY_LOCKED'
  const pay = () =>
    run(async () => {
      const { url } = await call(payByLink, { params: { token: link.token } })
      leaveFor(link.token)
      location.assign(url)
    })
  return (
    <LinkFrame
      link={link}
      foot={
        due && payment.online ? (
          <button type="button" className={`lk-btn ${waiting ? 'sec' : ''}`} disabled={busy} onClick={() => void pay()}>
            {t(payment.checkout === 'open' ? 'link.pay.goAgain' : 'link.pay.go')}
          </button>
        ) : again ? (
          <button type="button" className="lk-btn" onClick={() => go('change')}>
            {t('link.pay.again')}
          </button>
        ) : undefined
      }
    >
      <h1 className={due ? 'sr' : ''}>{t(headOf(payment, over))}</h1>
      {changed && (
        <p className="lk-note ok" role="status">
          <CheckCircleOutlined aria-hidden="true" /> {t('link.pay.changed')}
        </p>
      )}
      {visit && <VisitCard visit={visit} />}
      {due && (
        <section className="lk-sum" aria-label={t('link.pay.due')}>
          <span>{t('link.pay.due')}</span>
          <b>{formatMoney(payment.amount, payment.currency)}</b>
          {left !== null && payment.holdUntil && (
            <p className={left < 300 ? 'c-bad' : ''}>
              <ClockCircleOutlined aria-hidden="true" /> {t('link.pay.until', { time: formatTime(payment.holdUntil) })}{' '}
              <strong role="timer">{t('link.pay.left', { clock: formatClock(left) })}</strong>
            </p>
          )}
        </section>
      )}
      {waiting && (
        <p className="lk-note info" role="status">
          <ClockCircleOutlined aria-hidden="true" /> {t('link.pay.waiting')}
        </p>
      )}
      {due && payment.checkout === 'refused' && (
        <p className="lk-note bad" role="alert">
          {t('link.pay.refused')}
        </p>
      )}
      {due && !payment.online && <p className="lk-note info">{t('link.pay.desk')}</p>}
      <Fault fault={fault} />
      <Money payment={payment} onReceipt={() => go('receipt')} />
      {payment.visit === 'released' && payment.state !== 'expired' && payment.freeTimes.length > 0 && (
        <section>
          <p className="lk-small">{t('link.pay.free')}</p>
          <ul className="lk-times">
            {payment.freeTimes.slice(0, 6).map(({ at }) => (
              <li key={at}>
                {formatDay(at)} {formatTime(at)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {due && payment.online && (
        <p className="lk-small">
          <LockOutlined aria-hidden="true" />{' '}
          {sentences(
            t('link.pay.private'),
            ...(payment.site === 'onsite' && payment.visit === 'registered' ? [t('link.pay.deskToo')] : []),
          )}
        </p>
      )}
      {(due || mine) && <Terms view={view} payment={payment} mine={Boolean(mine)} />}
      {mine && (
        <div className="lk-pair">
          <button type="button" className="lk-mini" onClick={() => go('change')}>
            {t('link.pay.change')}
          </button>
          <button type="button" className="lk-mini" onClick={() => go('cancel')}>
            {t('link.pay.cancel')}
          </button>
        </div>
      )}
      {payment.visit === 'registered' && visit && (
        <a className="lk-btn sec" download="appointment.ics" href={calendarOf(view, visit)}>
          {t('link.pay.calendar')}
        </a>
      )}
    </LinkFrame>
  )
}

/** By how much the server's clock is ahead of the page's, in milliseconds. */
const useAhead = (view: LinkView) => useMemo(() => Date.parse(view.now) - Date.now(), [view.now])

/** Seconds the place still waits, by the server's clock; `null`: it waits for nothing. */
function useLeft(view: LinkView, payment: LinkPayment): number | null {
  const ahead = useAhead(view)
  const now = useNow()
  if (payment.visit !== 'held' || !payment.holdUntil) return null
  return Math.ceil((Date.parse(payment.holdUntil) - (now + ahead)) / 1000)
}

function headOf({ state, visit }: LinkPayment, over: boolean) {
  if (visit === 'released' || (over && state === 'due')) return 'link.pay.released'
  if (visit === 'cancelled' || visit === 'closed' || visit === 'autoCancelled') return 'link.pay.cancelled'
  if (visit === 'finished') return 'link.pay.over'
  if (state === 'due') return 'link.pay.title'
  return state === 'paid' ? 'link.pay.paid' : 'link.pay.booked'
}

/** What the patient may do by the page, and what goes back then: by the rule that was declared when the visit was booked. */
function Terms({ view, payment, mine }: { view: LinkView; payment: LinkPayment; mine: boolean }) {
  const t = useT()
  const ahead = useAhead(view)
  const now = new Date(useNow(MINUTE) + ahead)
  const { visit } = view
  const said = [
    ...(mine ? [t('link.pay.rule')] : []),
    ...(payment.amount > 0
      ? [visit ? refundTermsOf(payment.terms, new Date(visit.startAt), now) : refundTerms(payment.terms)]
      : []),
  ]
  return <p className="lk-small">{sentences(...said)}</p>
}

/** The receipt, and whatever goes back. */
function Money({ payment, onReceipt }: { payment: LinkPayment; onReceipt: () => void }) {
  const t = useT()
  const sum = formatMoney(payment.amount, payment.currency)
  const back = formatMoney(payment.receipt?.refunds[0]?.amount ?? payment.amount, payment.currency)
  const { state, visit, receipt } = payment
  return (
    <>
      {visit === 'released' && <p>{t(state === 'expired' ? 'link.pay.releasedText' : 'link.pay.lateText')}</p>}
      {state === 'refundDue' && <p className="lk-note info">{t('link.pay.refundDue', { sum: back })}</p>}
      {state === 'refunded' && <p className="lk-note ok">{t('link.pay.refunded', { sum: back })}</p>}
      {state === 'paid' && visit === 'cancelled' && <p className="lk-note info">{t('link.pay.kept')}</p>}
      {(state === 'waived' || state === 'none') && visit === 'registered' && <p>{t('link.pay.nothing')}</p>}
      {receipt && (
        <section className="lk-receipt" aria-label={t('money.receipt.title')}>
          <dl>
            <dt>{t('money.receipt.number')}</dt>
            <dd>{receipt.number}</dd>
            <dt>{t('money.receipt.amount')}</dt>
            <dd>{sum}</dd>
            <dt>{t('money.receipt.how')}</dt>
            <dd>{paidHow(receipt.method)}</dd>
            <dt>{t('money.receipt.when')}</dt>
            <dd>{formatDateTime(receipt.paidAt)}</dd>
          </dl>
          <button type="button" className="lk-mini" onClick={onReceipt}>
            {t('money.receipt.open')}
          </button>
        </section>
      )}
      {payment.surplus > 0 && (
        <p className="lk-note warn">{t('link.pay.surplus', { sum: formatMoney(payment.surplus, payment.currency) })}</p>
      )}
    </>
  )
}
