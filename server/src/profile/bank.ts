import { type BankEntry, bankProblems, isSameBank, plainAccount } from '@teleward/contract/profile/rules.ts'
import type { BankInfo } from '@teleward/contract/profile/schema.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { banks } from './banks.ts'

/** Of the month; an institution may set the 15th (decision 10). */
const SETTLEMENT_DAY = 10

/** The next settlement that has not begun: what is changed on its day comes with the one after it. */
export function nextSettlement(today: string, day: number): string {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const ahead = date < day ? 0 : 1
  const at = new Date(Date.UTC(year, month - 1 + ahead, day))
  return at.toISOString().slice(0, 10)
}

interface Stored {
  kind: string
  bankCode: string | null
  bankName: string
  swift: string | null
  account: string
}
const refused = (problems: readonly { path: string; code: string }[]) => {
  const first = problems.find(({ code }) => code !== 'VALUE_INVALID') ?? problems[0]
  const code = first?.code === 'BANK_KIND_REQUIRED' || first?.code === 'BANK_INCOMPLETE' ? first.code : 'VALUE_INVALID'
  return new AppError(code, { fields: problems.map(({ path, code: of }) => ({ path: `bank.${path}`, code: of })) })
}

/** A new account beside the old one. Its owner hears of it by SMS, whoever sits at the screen. */
export async function writeBank(tx: Tx, who: StaffActor, now: Date, entry: BankEntry): Promise<void> {
  const before =
    await tx.maybe(sql<Stored>`select kind, bank_code as "bankCode", bank_name as "bankName", swift, account from staff_bank
    where mid = ${who.mid} and partner_id = ${who.partnerId} order by id desc limit 1`)
  const same = before !== undefined && isSameBank(entry, before)
  const problems = bankProblems(entry, same)
  if (problems.length) throw refused(problems)
  const local = entry.kind === 'local'
  const known = local ? localNames(entry) : { bank: entry.bankName, branch: entry.branchName || null }
  const { today, day, phone, name } = await tx.one(sql<{
    today: string
    day: number
    phone: string | null
    name: string
  }>`
    select (${now}::timestamptz at time zone p.time_zone)::date::text as today, s.phone, p.name,
      case when (p.settings ->> 'settlementDay') = '15' then 15 else ${SETTLEMENT_DAY}::int end as day
    from partner p, staff s where p.id = ${who.partnerId} and s.mid = ${who.mid}`)
  const account = entry.account ? plainAccount(entry.account) : before?.account
  const { id } = await tx.one(sql<{ id: number }>`
    insert into staff_bank (mid, partner_id, kind, bank_code, branch_code, bank_name, branch_name, address, account, account_name, swift,
      valid_from, created_at)
    values (${who.mid}, ${who.partnerId}, ${entry.kind}, ${local ? entry.bankCode : null}::text, ${(local && entry.branchCode) || null}::text,
      ${known.bank}, ${known.branch}::text, ${entry.address}, ${account}, ${entry.accountName},
      ${local ? null : plainAccount(entry.swift ?? '')}::text, ${nextSettlement(today, day)}::date, ${now}) returning id`)
  if (!phone) return
  const last = (account ?? '').slice(-4)
  await queueMessage(tx, {
    partnerId: who.partnerId,
    channel: 'sms',
    to: phone,
    kind: 'bank',
    texts: {
      text: `${name}：您的收款帳號已變更（末四碼 ${last}）。若非本人操作，請立即聯絡管理員。Your payout account was changed (ends ${last}). If this was not you, tell your administrator at once.`,
    },
    key: `bank:${who.mid}:${id}`,
    at: now,
  })
}

/** The names are the list's, not the sender's; a bank whose branches the list does not have takes the branch as it is typed. */
function localNames(entry: BankEntry): { bank: string; branch: string | null } {
  const { names, branches } = banks()
  const bank = names.get(entry.bankCode ?? '')
  if (!bank) throw refused([{ path: 'bankCode', code: 'VALUE_INVALID' }])
  const listed = branches.get(entry.bankCode ?? '')
  if (!listed) return { bank, branch: entry.branchName ?? null }
  if (!entry.branchCode) throw refused([{ path: 'branchCode', code: 'BANK_INCOMPLETE' }])
  const branch = listed.find(({ code }) => code === entry.branchCode)
  if (!branch) throw refused([{ path: 'branchCode', code: 'VALUE_INVALID' }])
  return { bank, branch: branch.name }
}
export type { BankInfo }
