import { amountText } from '@teleward/contract/core/money.ts'
import { percentOf } from '@teleward/contract/settlement/rules.ts'
import type { StatementDetail, StatementLine } from '@teleward/contract/settlement/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatMoney } from '../../ui/format.ts'

interface Props {
  statement: StatementDetail
  own: boolean
  ask: ((line: StatementLine) => void) | undefined
}
/** Every visit and each deduction, corrections with their reason, and what was asked about a line. */
export function Lines({ statement, own, ask }: Props) {
  return (
    <ul className="settlelines">
      {statement.lines.map((line) => (
        <li key={line.id ?? `v${line.qid}`}>
          <div className="row">
            <span className="grow">
              <b>{t(`settlement.kind.${line.kind}`)}</b> {line.patient}
              {line.about && <span className="t3"> {t('settlement.about', { month: line.about })}</span>}
            </span>
            <b className="num">{formatMoney(line.share + line.adjustment, statement.currency)}</b>
          </div>
          <div className="t2 f12 num">
            {line.visitAt && formatDateTime(line.visitAt)}
            {line.reason}
            {line.by &&
              ` ${t('settlement.by', { name: nameOf(line.by), time: line.at ? formatDateTime(line.at) : '' })}`}
          </div>
          <div className="row">
            <span className="grow t3 f12 num" title={line.rate ? rateText(line.rate) : undefined}>
              {line.qid !== null &&
                t('settlement.line', {
                  gross: amountText(line.gross),
                  paymentFee: amountText(line.paymentFee),
                  platformFee: amountText(line.platformFee),
                  share: amountText(line.share),
                })}
            </span>
            {ask && line.id && (own || line.remarks.length > 0) && (
              <Button kind="text" onClick={() => ask(line)}>
                {t(own ? 'settlement.ask' : 'settlement.answer')}
              </Button>
            )}
          </div>
          {line.remarks.map((remark) => (
            <p key={remark.at} className="settleremark">
              <span className="t3 f12">
                {t('settlement.by', { name: nameOf(remark.by), time: formatDateTime(remark.at) })}
              </span>
              {remark.text}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
const rateText = (rate: NonNullable<StatementLine['rate']>) =>
  t('settlement.rate', { payment: percentOf(rate.paymentFee), platform: percentOf(rate.platformFee) })
