import type { Receipt } from '@teleward/contract/fees/receipt.ts'
import { t } from '../i18n/i18n.ts'
import { formatDateTime, formatMoney } from '../ui/format.ts'
import { either } from './Patient.tsx'
import './receipt.css'

const METHODS = ['cash', 'card', 'transfer', 'checkout'] as const
/** How money came or went back. */
export const paidHow = (method: string | null) =>
  t(`link.pay.method.${METHODS.find((one) => one === method) ?? 'other'}`)

interface Props {
  receipt: Receipt
  unit: string | null
  patient: string
  doctor: string
  startAt: string
  /** The service, or the kind of the visit. */
  service: string
}
/** A receipt on a page of its own when it is printed, or kept as PDF by the print dialog: nothing else of the screen is. */
export function ReceiptSheet({ receipt, unit, patient, doctor, startAt, service }: Props) {
  const { amount, currency, institution, refunds } = receipt
  const sum = (minor: number) => formatMoney(minor, currency)
  const left = amount - refunds.reduce((all, one) => all + (one.doneAt ? one.amount : 0), 0)
  const lines: (readonly [label: string, said: string])[] = [
    [t('link.pay.number'), receipt.number],
    [t('link.pay.when'), formatDateTime(receipt.paidAt)],
    [t('link.receipt.patient'), patient],
    [t('link.receipt.visit'), `${formatDateTime(startAt)} ${doctor}`],
    [t('link.receipt.service'), service],
    [t('link.pay.how'), paidHow(receipt.method)],
    [t('link.pay.amount'), sum(amount)],
    ...refunds.map(
      (one) =>
        [
          one.doneAt ? t('link.receipt.refunded') : t('link.receipt.refundDue'),
          one.doneAt ? `−${sum(one.amount)}　${formatDateTime(one.doneAt)}　${paidHow(one.method)}` : sum(one.amount),
        ] as const,
    ),
    ...(refunds.some(({ doneAt }) => doneAt) ? [[t('link.receipt.left'), sum(left)] as const] : []),
  ]
  return (
    <article className="receiptsheet">
      <header>
        <h2>{t('link.pay.receipt')}</h2>
        <p>
          {either(institution.name, institution.nameEn)}
          {unit && `　${unit}`}
          {institution.phone && <span className="t3">{`　${institution.phone}`}</span>}
        </p>
      </header>
      <dl>
        {lines.map(([label, said]) => (
          <div key={`${label}${said}`}>
            <dt>{label}</dt>
            <dd className="num">{said}</dd>
          </div>
        ))}
      </dl>
      <footer className="t3 f12">{t('link.receipt.made', { time: formatDateTime(new Date().toISOString()) })}</footer>
    </article>
  )
}
