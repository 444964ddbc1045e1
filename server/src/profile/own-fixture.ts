import type { Profile } from '@teleward/contract/profile/schema.ts'
import { type TestApp, openTestApp, PASSWORD } from '../auth/fixture.ts'
import { banks } from './banks.ts'

/** People at their own settings: one world a test file. */
export let house: TestApp
export let lin: string
export let chen: string
export async function openOwn(): Promise<void> {
  house = await openTestApp({ at: 'real' })
  await signInBoth()
}
export async function signInBoth(): Promise<void> {
  lin = (await house.signIn('dr.lin')).token
  chen = (await house.signIn('nurse.chen')).token
}

export const mid = (account: string) => house.mids[account] ?? 0
export const mine = async (token = lin) => (await house.get('/his/api/profile', token)).body.data as unknown as Profile
export const post = (path: string, body: unknown, token = lin) => house.post(`/his/api/${path}`, body, token)
export const person = { name: '林書妍', nameEn: 'Lin Shu-yen', family_name: '林', title: '主治醫師', division: '內科' }
export const rows = (first: Record<string, string> = {}) =>
  Array.from({ length: 8 }, (_, at) => ({ from: '', to: '', organisation: '', title: '', ...(at === 0 ? first : {}) }))

export const local = () => {
  const [bank] = banks().all
  const branch = banks().branches.get(bank?.code ?? '')?.[0]
  return {
    kind: 'local',
    bankCode: bank?.code,
    branchCode: branch?.code,
    address: '台北市',
    account: '0123-4567 8901',
    accountName: '林書妍',
  }
}
export const bankOf = async (bank: object, password = PASSWORD, token = lin) =>
  post('profile', { part: 'bank', version: (await mine(token)).versions.bank, bank, password }, token)
