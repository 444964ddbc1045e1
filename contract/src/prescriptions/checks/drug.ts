import type { Composition } from './ingredients.ts'
import type { IssueDrug } from './issue.ts'

/** A drug as it is prescribed, or was and still runs. */
export interface CheckedDrug extends Composition {
  code: string
  name: string
  nameZhTw: string | null
  /** Still on the list of drugs. */
  listed: boolean
  /** It goes through the body: what is put on skin or into an eye meets no other drug, and is no dose. */
  systemic: boolean
  /** Units a dose, and doses a day on average; `null`: as needed. */
  dose: number
  timesPerDay: number | null
  running: boolean
}

const topical = /^(?:OD|OS|OU|AD|AS|AU|TOPI|SKIN|EXT|NA|GAR|IRRIG|INHL|ORO|VAG)$/
export const isSystemic = (route: string | null | undefined) => !topical.test((route ?? 'PO').toUpperCase())

export const drugOf = ({ code, name, nameZhTw, running }: CheckedDrug): IssueDrug => ({ code, name, nameZhTw, running })
export const keyOf = (rule: string, drugs: readonly { code: string }[], more = '') =>
  [rule, ...drugs.map(({ code }) => code).sort(), ...(more ? [more] : [])].join('|')

/** By the ingredient's name: what a rule may call it. */
export type Handles = (ingredient: string) => ReadonlySet<string>
