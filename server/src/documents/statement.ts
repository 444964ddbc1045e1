import { amountText } from '@teleward/contract/core/money.ts'
import { localised, type LocalisedText } from '@teleward/contract/core/export.ts'
import { settlementWords } from '@teleward/contract/settlement/sheets.ts'
import type { StatementDetail, StatementLine } from '@teleward/contract/settlement/schema.ts'
import { momentIn, nameIn, type Way } from './compose.ts'
import type { Frame, Paper } from './paper.ts'

const words = {
  title: localised('對帳單', '对账单', 'Statement'),
  forecast: localised('預估', '预估', 'Forecast'),
  sum: localised('合計', '合计', 'Total'),
  visits: localised('看診數', '看诊数', 'Visits'),
  carries: localised('結轉次月', '结转次月', 'Carried to the next month'),
  cost: localised('匯款費用', '汇款费用', 'Transfer cost'),
  payout: localised('實付', '实付', 'Payout'),
  state: localised('狀態', '状态', 'State'),
  settleOn: localised('結算日', '结算日', 'Settlement day'),
  bank: localised('入帳帳號', '入账账号', 'Account'),
  noBank: localised('尚無有效帳號', '尚无有效账号', 'None that holds'),
  reference: localised('銀行序號', '银行流水号', 'Bank reference'),
  paidAt: localised('付款時間', '付款时间', 'Paid at'),
  item: localised('項目', '项目', 'Item'),
  when: localised('看診時間', '看诊时间', 'Visit'),
  rounding: localised(
    '每次看診先扣金流費，再就餘額扣平台費；各以四捨五入計至分，餘數即為應得，三者之和恆等於收費。',
    '每次看诊先扣支付手续费，再就余额扣平台费；各以四舍五入计至分，余数即为应得，三者之和恒等于收费。',
    'Of each visit the payment fee is taken first, then the platform fee of the rest, each rounded half up to the cent; the share is what is left, so that the three always add up to the gross.',
  ),
} satisfies Record<string, LocalisedText>

export const statementPaper = (
  { lang }: Way,
  statement: StatementDetail,
): Pick<Frame, 'title' | 'unit' | 'patient' | 'watermark'> => ({
  title: `${words.title[lang]} ${statement.month}`,
  unit: '',
  patient: [nameIn({ lang }, statement.staff), statement.currency].join('　'),
  watermark: statement.state === 'open' ? words.forecast[lang] : null,
})

/** Every visit with each deduction, the corrections with their reasons, and the sums as they are paid out. */
export function composeStatement(paper: Paper, way: Way, statement: StatementDetail): void {
  const { lang } = way
  const say = (text: LocalisedText) => text[lang]
  const money = (minor: number) => `${statement.currency} ${amountText(minor)}`
  const facts: [LocalisedText, string][] = [
    [words.state, say(settlementWords.states[statement.state])],
    [words.settleOn, statement.settleOn],
    [words.visits, String(statement.visits)],
    [settlementWords.gross, money(statement.gross)],
    [settlementWords.paymentFee, money(-statement.paymentFee)],
    [settlementWords.platformFee, money(-statement.platformFee)],
    [settlementWords.share, money(statement.share)],
    ...(statement.adjustment
      ? [[settlementWords.adjustment, money(statement.adjustment)] as [LocalisedText, string]]
      : []),
    ...(statement.carries ? [[words.carries, money(-statement.carries)] as [LocalisedText, string]] : []),
    [words.cost, money(-statement.cost)],
    [words.payout, money(statement.payout)],
    [words.bank, statement.bank ? `${statement.bank.name} …${statement.bank.last}` : say(words.noBank)],
    ...(statement.reference ? [[words.reference, statement.reference] as [LocalisedText, string]] : []),
    ...(statement.paidAt ? [[words.paidAt, momentIn(way, statement.paidAt)] as [LocalisedText, string]] : []),
  ]
  for (const [label, value] of facts) paper.fact(say(label), value)
  paper.heading(say(words.item))
  const sums = (of: Pick<StatementLine, 'gross' | 'paymentFee' | 'platformFee' | 'share' | 'adjustment'>) =>
    [of.gross, -of.paymentFee, -of.platformFee, of.share, of.adjustment].map((minor) => ({
      text: amountText(minor),
      width: 61,
      right: true,
    }))
  const heads = [
    settlementWords.gross,
    settlementWords.paymentFee,
    settlementWords.platformFee,
    settlementWords.share,
    settlementWords.adjustment,
  ]
  paper.row(
    [
      { text: say(words.when), width: 84 },
      { text: say(words.item), width: 106 },
      ...heads.map((head) => ({ text: say(head), width: 61, right: true })),
    ],
    { bold: true },
  )
  paper.rule()
  for (const line of statement.lines) {
    const what = [say(settlementWords.kinds[line.kind]), line.patient, line.about].filter(Boolean).join(' ')
    paper.row([
      { text: line.visitAt ? momentIn(way, line.visitAt) : '', width: 84 },
      { text: line.reason ? `${what}：${line.reason}` : what, width: 106 },
      ...sums(line),
    ])
  }
  paper.rule()
  paper.row([{ text: '', width: 84 }, { text: say(words.sum), width: 106 }, ...sums(statement)], { bold: true })
  paper.text(say(words.rounding))
}
