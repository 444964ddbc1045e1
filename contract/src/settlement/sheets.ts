import { type ExportDefinition, exportOf, localised } from '../core/export.ts'
import { statement, statementLine } from './schema.ts'

const words = {
  month: localised('月份', '月份', 'Month'),
  currency: localised('幣別', '币种', 'Currency'),
  gross: localised('收費', '收费', 'Gross'),
  paymentFee: localised('金流費', '支付手续费', 'Payment fee'),
  net: localised('扣金流費後', '扣手续费后', 'Net'),
  platformFee: localised('平台費', '平台费', 'Platform fee'),
  share: localised('應得', '应得', 'Share'),
  adjustment: localised('調整與前期結轉', '调整与前期结转', 'Corrections and carried'),
}
const states = {
  open: localised('進行中（預估）', '进行中（预估）', 'Open (forecast)'),
  calculated: localised('待確認', '待确认', 'Calculated'),
  confirmed: localised('已確認', '已确认', 'Confirmed'),
  paid: localised('已付款', '已付款', 'Paid'),
  payoutFailed: localised('付款失敗', '付款失败', 'Payout failed'),
  carried: localised('結轉次月', '结转次月', 'Carried over'),
}
const kinds = {
  visit: localised('看診', '看诊', 'Visit'),
  kept: localised('取消未退', '取消未退', 'Kept of a cancelled visit'),
  free: localised('免費', '免费', 'Free'),
  contract: localised('合約免費', '合同免费', 'By contract'),
  waived: localised('免收', '免收', 'Waived'),
  refund: localised('退款', '退款', 'Refund'),
  correction: localised('調整', '调整', 'Correction'),
  carried: localised('前期結轉', '前期结转', 'Carried over'),
}
const money = { kind: 'money', width: 13 } as const

/** The statements of a month; amounts in whole units of their currency. */
export const statementSheet = exportOf(
  statement,
  [
    { path: 'month', title: words.month, width: 10 },
    { path: 'staff.name', en: 'staff.nameEn', title: localised('人員', '人员', 'Staff') },
    { path: 'currency', title: words.currency, width: 8 },
    { path: 'visits', title: localised('看診數', '看诊数', 'Visits'), kind: 'number', width: 9 },
    { path: 'gross', title: words.gross, ...money },
    { path: 'paymentFee', title: words.paymentFee, ...money },
    { path: 'net', title: words.net, ...money },
    { path: 'platformFee', title: words.platformFee, ...money },
    { path: 'share', title: words.share, ...money },
    { path: 'adjustment', title: words.adjustment, ...money },
    { path: 'carries', title: localised('結轉次月', '结转次月', 'Carried to the next month'), ...money },
    { path: 'cost', title: localised('匯款費用', '汇款费用', 'Transfer cost'), ...money },
    { path: 'payout', title: localised('實付', '实付', 'Payout'), ...money },
    { path: 'bank.last', title: localised('帳號末四碼', '账号末四位', 'Account ends'), width: 11 },
    { path: 'state', title: localised('狀態', '状态', 'State'), words: states, width: 12 },
    { path: 'settleOn', title: localised('結算日', '结算日', 'Settlement day'), kind: 'date', width: 12 },
    { path: 'paidAt', title: localised('付款時間', '付款时间', 'Paid at'), kind: 'instant', width: 17 },
    { path: 'reference', title: localised('銀行序號', '银行流水号', 'Bank reference') },
  ],
  {
    month: words.month,
    currency: words.currency,
    state: localised('狀態', '状态', 'State'),
    unit: { title: localised('單位', '单位', 'Unit'), of: 'unit' },
    who: { title: localised('人員', '人员', 'Staff'), of: 'staff' },
  },
)

const lines = exportOf(
  statementLine,
  [
    { path: 'kind', title: localised('項目', '项目', 'Item'), words: kinds },
    { path: 'visitAt', title: localised('看診時間', '看诊时间', 'Visit'), kind: 'instant', width: 17 },
    { path: 'patient', title: localised('病患', '患者', 'Patient') },
    { path: 'gross', title: words.gross, ...money },
    { path: 'paymentFee', title: words.paymentFee, ...money },
    { path: 'net', title: words.net, ...money },
    { path: 'platformFee', title: words.platformFee, ...money },
    { path: 'share', title: words.share, ...money },
    { path: 'adjustment', title: words.adjustment, ...money },
    { path: 'reason', title: localised('原因', '原因', 'Reason'), width: 30 },
    { path: 'about', title: localised('調整月份', '调整月份', 'About the month'), width: 10 },
  ],
  {},
  'lines',
)
/** One statement: every visit with each deduction; on the second sheet what all of it comes to, less the transfer. */
export const lineSheet: ExportDefinition = { ...lines, beside: statementSheet.columns }
/** As papers and files name them. */
export const settlementWords = { states, kinds, ...words }
