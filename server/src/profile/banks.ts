import { seedRows } from '../reference/seeds.ts'

export interface Place {
  code: string
  name: string
}
interface Banks {
  all: Place[]
  names: Map<string, string>
  branches: Map<string, Place[]>
}
let read: Banks | undefined

/** Banks of Taiwan with their branches (server/seeds/SOURCES.md), read when they are first asked for. Securities firms are left out. */
export function banks(): Banks {
  if (read) return read
  const isBank = (code: string) => /^\d{3}$/.test(code)
  const all = seedRows('banks.tsv', ['bank_code', 'name_zh_tw', 'address'])
    .map(([code = '', name = '']) => ({ code, name }))
    .filter(({ code }) => isBank(code))
  const branches = new Map<string, Place[]>()
  for (const [bank = '', code = '', name = ''] of seedRows('bank_branches.tsv', [
    'bank_code',
    'branch_code',
    'name_zh_tw',
  ])) {
    if (!isBank(bank)) continue
    const list = branches.get(bank) ?? []
    list.push({ code, name })
    branches.set(bank, list)
  }
  read = { all, names: new Map(all.map(({ code, name }) => [code, name])), branches }
  return read
}
