import {
  allOf,
  anyOf,
  atom,
  caller,
  column,
  institution,
  isNull,
  own,
  right,
  staff,
  type TableAccess,
  valued,
} from '../platform/access/index.ts'

/**
 * Settlement: one's own statements by the right to one's fees, all of the institution by the right to settle. Nobody takes a
 * step of a statement that is their own.
 */
export const settles = allOf(staff, institution(), right('fee.partner'))
export const statement = allOf(staff, institution(), anyOf(right('fee.partner'), allOf(right('fee.own'), own('mid'))))
const settlesAnothers = allOf(settles, atom('not own')`${column('mid')} <> ${caller('mid')}`)
export const settlementRate = allOf(staff, anyOf(isNull('partner_id'), institution()))

export const settlementTables = {
  settlement_rate: { see: settlementRate, add: allOf(settles, own('added_by')) },
  settlement_month: { see: allOf(staff, institution()) },
  settlement_statement: {
    see: statement,
    // A month that is not over, for a correction that waits in it.
    add: allOf(settlesAnothers, valued('state', 'open')),
    change: settlesAnothers,
  },
  settlement_line: { see: statement, add: allOf(settlesAnothers, valued('kind', 'correction'), own('by_mid')) },
  settlement_payout: { see: statement, add: allOf(settlesAnothers, own('by_mid')) },
  settlement_remark: { see: statement, add: allOf(statement, own('by_mid')) },
} satisfies Record<string, TableAccess>
