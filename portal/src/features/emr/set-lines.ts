import type { PrescriptionSet, SetLine } from '@teleward/contract/emr/set-endpoints.ts'
import type { LineValues } from './note-draft.ts'
import { fieldsOf, readLine } from './quick.ts'
import type { RxTables } from './rxTables.ts'

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()
export const sameCode = (set: PrescriptionSet, text: string) => folded(set.code) === folded(text)

/** Sets whose code begins with what is typed, or whose name holds it; the one with this very code first, own ones before others'. */
export function setsBy(sets: readonly PrescriptionSet[], text: string): PrescriptionSet[] {
  const q = folded(text)
  if (!q) return []
  const rank = (set: PrescriptionSet) =>
    sameCode(set, q) ? 0 : folded(set.code).startsWith(q) ? 1 : folded(set.name).includes(q) ? 2 : 3
  return sets
    .map((set) => ({ set, at: rank(set) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at || Number(b.set.own) - Number(a.set.own))
    .slice(0, 5)
    .map(({ set }) => set)
}

export interface SetLines {
  values: LineValues[]
  /** Names of drugs that are on the list no more: nothing is prescribed of them. */
  gone: string[]
  /** Names of lines that cannot be written as they are kept: their unit, frequency or route is in force no more. */
  unfit: string[]
}
/** The lines of a set as they go into a prescription. */
export function linesOfSet({ lines }: Pick<PrescriptionSet, 'lines'>, tables: RxTables['codes']): SetLines {
  const found: SetLines = { values: [], gone: [], unfit: [] }
  for (const line of lines) {
    if (!line.listed) found.gone.push(line.name)
    else {
      const values = line.sameUnit ? lineOfSet(line, tables) : null
      if (values) found.values.push(values)
      else found.unfit.push(line.name)
    }
  }
  return found
}
const lineOfSet = ({ listed: _listed, sameUnit: _same, ...line }: SetLine, tables: RxTables['codes']) =>
  readLine(line, fieldsOf(line), tables).values
