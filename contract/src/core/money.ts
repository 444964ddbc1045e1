import { z } from 'zod'

/** Minor units: 45000 is 450.00. */
export const money = z.number().int().min(0).max(100_000_000)
/** `-1,102.50` of -110250: where the currency stands beside it, or above its column. */
export const amountText = (minor: number): string =>
  // Nothing has no sign: what is taken off may be nothing.
  (minor / 100 || 0).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** `TWD 1,450` of 145000, as messages name an amount: without decimals where there are none. */
export const amountInMessage = (minor: number, of: string): string =>
  `${of} ${(minor / 100).toLocaleString('en', { maximumFractionDigits: 2 })}`
export const currency = z.enum(['TWD', 'CNY'])
/** New Taiwan dollars are asked for and paid in whole ones, renminbi by the fen. */
export const inWholeUnits = (minor: number, of: z.output<typeof currency>): boolean => of !== 'TWD' || minor % 100 === 0
/** An amount of New Taiwan dollars that somebody sets. */
export const wholeDollars = money.multipleOf(100)
