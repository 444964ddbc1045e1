import type { LoginType } from '@teleward/contract/core/login-types.ts'
import { z } from 'zod'
import { readCookie, writeCookie } from '../../lib/cookies.ts'

/** Accounts remembered in this browser: account and how to greet, never a password. */
const COOKIE = 'tw_accounts'
const MOST = 5

const remembered = z.object({
  account: z.string().max(64),
  name: z.string().max(40),
  role: z.enum(['doctor', 'staff', 'agent', 'admin']),
  partner: z.number().int(),
})
export type Remembered = z.output<typeof remembered>

export function rememberedAccounts(): Remembered[] {
  try {
    const list = z.array(remembered).safeParse(JSON.parse(readCookie(COOKIE) ?? '[]'))
    return list.success ? list.data : []
  } catch {
    // Somebody edited the cookie; the next sign-in writes it anew.
    return []
  }
}
const store = (list: readonly Remembered[]) => writeCookie(COOKIE, JSON.stringify(list.slice(0, MOST)))

export function rememberAccount(one: { account: string; name: string; role: LoginType; partner: number }): void {
  store([one, ...rememberedAccounts().filter((other) => other.account !== one.account)])
}
export function forgetAccount(account: string): Remembered[] {
  store(rememberedAccounts().filter((other) => other.account !== account))
  return rememberedAccounts()
}
