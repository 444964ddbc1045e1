import type { Receipt } from '@teleward/contract/appointments/receipt.ts'
import { t } from '../i18n/i18n.ts'
import { formatDateTime, formatMoney } from '../ui/format.ts'
import { either } from './Patient.tsx'
import './receipt.css'

const METHODS = ['cash', 'card', 'transfer', 'checkout'] as const
/** How money came or went back. */
export const paidHow = (method: string | null) =>
  t(`money.receipt.method.${METHODS.find((one) => one === method) ?? 'other'}`)

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
    [t('money.receipt.number'), receipt.number],
    [t('money.receipt.when'), formatDateTime(receipt.paidAt)],
    [t('money.receipt.patient'), patient],
    [t('money.receipt.visit'), `${formatDateTime(startAt)} ${doctor}`],
    [t('money.receipt.service'), service],
    [t('money.receipt.how'), paidHow(receipt.method)],
    [t('money.receipt.amount'), sum(amount)],
    ...refunds.map(
      (one) =>
        [
          one.doneAt ? t('money.receipt.refunded') : t('money.receipt.refundDue'),
          one.doneAt ? `−${sum(one.amount)}　${formatDateTime(one.doneAt)}　${paidHow(one.method)}` : sum(one.amount),
        ] as const,
    ),
    ...(refunds.some(({ doneAt }) => doneAt) ? [[t('money.receipt.left'), sum(left)] as const] : []),
  ]
  return (
    <article className="receiptsheet">
      <header>
        <h2>{t('money.receipt.title')}</h2>
        <p>
          {either(institution.name, institution.nameEn)}
          {unit && `　${unit}`}
          {institution.phone && (
            <>
              {'　'}
              <span className="t3 nw">{institution.phone}</span>
            </>
          )}
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
      <footer className="t3 f12">{t('money.receipt.made', { time: formatDateTime(new Date().toISOString()) })}</footer>
    </article>
  )
}
