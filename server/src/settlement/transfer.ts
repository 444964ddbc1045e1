import type { Locale } from '@teleward/contract/core/scalars.ts'
import { localised } from '@teleward/contract/core/export.ts'
import { firstOf } from '@teleward/contract/core/dates.ts'
import { canSeeStatement, canSettle } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { writeXlsx } from '../platform/xlsx/write.ts'

interface Transfer {
  mid: number
  kind: 'local' | 'foreign'
  bankCode: string | null
  branchCode: string | null
  bankName: string
  branchName: string | null
  swift: string | null
  account: string
  accountName: string
  amount: number
  settleOn: string
}
const titles = [
  localised('銀行代碼', '银行代码', 'Bank code'),
  localised('分行代碼', '分行代码', 'Branch code'),
  localised('SWIFT', 'SWIFT', 'SWIFT'),
  localised('銀行', '银行', 'Bank'),
  localised('帳號', '账号', 'Account'),
  localised('戶名', '户名', 'Account name'),
  localised('金額', '金额', 'Amount'),
  localised('幣別', '币种', 'Currency'),
  localised('付款日', '付款日', 'Payment day'),
  localised('附言', '附言', 'Remittance text'),
]

/** What is confirmed, or came back, and has an account: the one place where account numbers stand whole. NOT_FOUND: nothing. */
export async function transferFile(
  read: Read,
  who: StaffActor,
  { month, currency }: { month: string; currency: 'TWD' | 'CNY' },
  today: string,
  lang: Locale,
): Promise<{ bytes: Uint8Array; rows: number }> {
  const found = await read(sql<Transfer>`
    select s.mid, b.kind, b.bank_code as "bankCode", b.branch_code as "branchCode", b.bank_name as "bankName", b.branch_name as "branchName", b.swift, b.account,
      b.account_name as "accountName", s.total - s.cost - (select coalesce(sum(o.cost), 0)::int from settlement_payout o where o.statement_id = s.id and ${canSeeStatement('o')}) as amount,
      s.settle_on as "settleOn"
    from settlement_statement s
      cross join lateral (select b.* from staff_bank b where b.mid = s.mid and b.partner_id = s.partner_id
        and b.valid_from <= greatest(s.settle_on, ${today}::date) and ${canSettle('b')} order by b.id desc limit 1) b
    where s.partner_id = ${who.partnerId} and s.month = ${firstOf(month)}::date and s.currency = ${currency} and s.state in ('confirmed', 'payoutFailed')
      and s.mid <> ${who.mid} and ${canSettle('s')}
    order by b.bank_code nulls last, s.mid`)
  if (found.length === 0) throw new AppError('NOT_FOUND')
  const bytes = await writeXlsx([
    {
      name: 'sheet1',
      titles: true,
      widths: [10, 10, 14, 22, 22, 22, 14, 8, 12, 24],
      rows: [
        titles.map((title) => title[lang]),
        ...found.map((row) => [
          row.bankCode,
          row.branchCode,
          row.swift,
          [row.bankName, row.branchName].filter(Boolean).join(' '),
          row.account,
          row.accountName,
          row.amount / 100,
          currency,
          { day: row.settleOn },
          `${month} ${row.mid}`,
        ]),
      ],
    },
  ])
  return { bytes, rows: found.length }
}
