import { cancelVisit, changeVisit } from '@teleward/contract/links/endpoints.ts'
import type { LinkPayment, LinkView } from '@teleward/contract/links/schema.ts'
import { refundOf, wholeUntil } from '@teleward/contract/fees/refund-rule.ts'
import { useMemo, useState } from 'react'
import { sentences, useT } from '../../i18n/i18n.ts'
import { formatDay, formatMoney, formatTime, useNow } from '../../ui/format.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { VisitCard } from './VisitCard.tsx'

interface Props {
  link: LinkState
  view: LinkView
  payment: LinkPayment
  onDone: (changed: boolean) => void
}

function useServerNow(view: LinkView): Date {
  const ahead = useMemo(() => Date.parse(view.now) - Date.now(), [view.now])
  return new Date(useNow() + ahead)
}

/** Paid, and the moment up to which the whole fee goes back is over: another time does not bring it back. */
function usePast({ visit, ...view }: LinkView, { state, terms }: LinkPayment): boolean {
  const now = useServerNow({ visit, ...view })
  const until = visit && wholeUntil(terms, new Date(visit.startAt))
  return state === 'paid' && until !== null && now > until
}

/** Says what goes with it before it is done. */
export function CancelPart({ link, view, payment, onDone }: Props) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const now = useServerNow(view)
  const { amount, currency, terms, state } = payment
  const startAt = view.visit && new Date(view.visit.startAt)
  const back = state === 'paid' && startAt ? refundOf(terms, { amount, currency, startAt }, now) : undefined
  const cancel = async () => {
    const body = back === undefined ? {} : { refund: back }
    if (await run(() => link.act(cancelVisit, { body }))) onDone(false)
    else link.reload()
  }
  const [sum, paid] = [formatMoney(back ?? 0, currency), formatMoney(amount, currency)]
  const told =
    back === 0
      ? t('link.pay.cancelKept')
      : back === amount
        ? t('link.pay.cancelRefund', { sum })
        : t('link.pay.cancelPart', { sum, paid })
  return (
    <LinkFrame
      link={link}
      foot={
        <>
          <button type="button" className="lk-btn end" disabled={busy} onClick={() => void cancel()}>
            {t('link.pay.cancelGo')}
          </button>
          <button type="button" className="lk-btn sec" disabled={busy} onClick={() => onDone(false)}>
            {t('link.pay.keep')}
          </button>
        </>
      }
    >
      <h1>{t('link.pay.cancelTitle')}</h1>
      {view.visit && <VisitCard visit={view.visit} />}
      <p>{sentences(t('link.pay.cancelText'), ...(back === undefined ? [] : [told]))}</p>
      <Fault fault={fault} />
    </LinkFrame>
  )
}

/** Another time of the same doctor: one of those that are free as the page shows them. */
export function ChangePart({ link, view, payment, onDone }: Props) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const [at, setAt] = useState<string>()
  const gone = payment.visit === 'released'
  const chosen = payment.freeTimes.find((one) => one.at === at)
  const late = usePast(view, payment)
  const change = async () => {
    if (chosen && (await run(() => link.act(changeVisit, { body: chosen })))) onDone(true)
  }
  return (
    <LinkFrame
      link={link}
      foot={
        <>
          <button type="button" className="lk-btn" disabled={busy || !chosen} onClick={() => void change()}>
            {t(gone ? 'link.pay.againGo' : 'link.pay.changeGo')}
          </button>
          <button type="button" className="lk-btn sec" disabled={busy} onClick={() => onDone(false)}>
            {t('link.pay.back')}
          </button>
        </>
      }
    >
      <h1>{t(gone ? 'link.pay.again' : 'link.pay.changeTitle')}</h1>
      {view.visit && !gone && <VisitCard visit={view.visit} />}
      {gone && <p>{t('link.pay.againText')}</p>}
      {late && <p className="lk-note info">{t('link.pay.changeLate')}</p>}
      <Fault fault={fault} />
      {payment.freeTimes.length === 0 ? (
        <p className="lk-note info">{t('link.pay.noTimes')}</p>
      ) : (
        <fieldset className="lk-choose">
          <legend className="sr">{t('link.pay.changeTitle')}</legend>
          {payment.freeTimes.map((one) => (
            <label key={one.at} className={one.at === at ? 'on' : ''}>
              <input type="radio" name="time" checked={one.at === at} onChange={() => setAt(one.at)} />
              {formatDay(one.at)} {formatTime(one.at)}
            </label>
          ))}
        </fieldset>
      )}
    </LinkFrame>
  )
}
