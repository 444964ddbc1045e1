import { conditionAtoms as atomsOfConditions, type Conditions, conditions as conditionsAlone } from './conditions.ts'
import { size } from '../lib/size.ts'
import type { PostgresTemplate } from '../../server/src/platform/testing/databases.ts'
import { gate } from '../../scripts/lib/scope.mjs'
import { type Cell, staffCells } from './cells.ts'
import { fileCells, linkCells } from './link-cells.ts'
import { asked, guards, remove, restore } from './guards.ts'
import { lacking } from './lacking.ts'
import { linkPolicy } from './policy.ts'
import { patientTables, type Result, runCell, runCells } from './run.ts'
import { type PoliciesAlone, policiesAlone, policyAtoms as atomsOfPolicies } from './policies-alone.ts'
import { walled } from './rls.ts'
import { openWorld, type World } from './world.ts'

export interface Opened {
  world: World
  tables: Set<string>
  lacking: string[]
}
export async function open(template: PostgresTemplate): Promise<Opened> {
  const world = await openWorld(template, size('PROOF_LANES', 1))
  return { world, tables: await patientTables(world), lacking: lacking(world.app.http.registry, linkPolicy) }
}
export const everyCell = async (world: World): Promise<Cell[]> => [
  ...linkCells(world),
  ...(await fileCells(world)),
  ...staffCells(world),
]

export interface Told {
  cells: number
  allowed: number
  refused: number
  wrong: Result[]
  /** Refused cells by the guards they asked. */
  byGuard: Map<string, Map<string, Cell>>
}
/** All cells with both access layers up; on the way it is noted which guard each refusal asked. */
export async function matrix({ world, tables }: Opened): Promise<Told> {
  const told: Told = { cells: 0, allowed: 0, refused: 0, wrong: [], byGuard: new Map() }
  const cells = (await everyCell(world))[Symbol.iterator]()
  const worker = async () => {
    for (let next = cells.next(); !next.done; next = cells.next()) {
      const cell = next.value
      const { value, asked: by } = await asked(() => runCell(world, tables, cell))
      told.cells += 1
      if ('allow' in cell.expected) told.allowed += 1
      else told.refused += 1
      told.wrong.push(...value)
      for (const id of by) keep(told.byGuard, id, cell)
    }
  }
  await Promise.all(Array.from({ length: size('PROOF_LANES', 1) }, worker))
  return told
}
const kindOf = ({ definition, call, relation, expected }: Cell) =>
  `${definition.method} ${definition.path} ${call?.as} ${relation} ${'allow' in expected ? 'allowed' : expected.because}`
/** One cell of each kind of call, relation and reason is enough to miss a guard by; refusals show it first. */
function keep(byGuard: Told['byGuard'], id: string, cell: Cell): void {
  const kinds = byGuard.get(id) ?? new Map<string, Cell>()
  if (!kinds.has(kindOf(cell))) kinds.set(kindOf(cell), cell)
  byGuard.set(id, kinds)
}

export interface Removed {
  guards: number
  caught: string[]
  /** Missed by nobody while the policies stand: caught once they are off. */
  behind: string[]
  /** Another check says the same once more. */
  twice: string[]
  /** Asked by no call of the policy's: sockets, states that the world has not. */
  unasked: string[]
}
/** Each guard taken away by itself; what it held back has to show in one of the cells that asked it. */
export async function withoutGuards({ world, tables }: Opened, told: Told): Promise<Removed> {
  const result: Removed = { guards: guards.size, caught: [], behind: [], twice: [], unasked: [] }
  const left: string[] = []
  for (const { id } of guards.values()) {
    if (!told.byGuard.has(id)) result.unasked.push(id)
    else if (await differs(world, tables, told, id)) result.caught.push(id)
    else left.push(id)
  }
  // Both with the check and without it: what the policies held back, the check has to.
  await policiesOff(world, true)
  for (const id of left) ((await differs(world, tables, told, id)) ? result.behind : result.twice).push(id)
  await policiesOff(world, false)
  return result
}
async function differs(world: World, tables: ReadonlySet<string>, told: Told, id: string): Promise<boolean> {
  // First those that are refused with the check's own code.
  const says = guards.get(id)?.says ?? ''
  const rank = ({ expected }: Cell) => ('allow' in expected ? 2 : expected.refuse.includes(says) ? 0 : 1)
  const cells = [...(told.byGuard.get(id)?.values() ?? [])].toSorted((a, b) => rank(a) - rank(b))
  for (const cell of cells.slice(0, 100)) {
    remove(id)
    const without = await runCell(world, tables, cell)
    restore()
    if (!without.length) continue
    const and = await runCell(world, tables, cell)
    const say = (results: Result[]) => results.map(({ kind }) => kind).join()
    if (say(and) !== say(without)) return true
  }
  return false
}
/** For the tables of patients only: the people's own rows stay walled. */
export async function policiesOff(world: World, off: boolean): Promise<void> {
  const tables = await walled(world)
  await world.owner(
    tables.map((table) => `alter table "${table}" ${off ? 'disable' : 'enable'} row level security;`).join('\n'),
  )
}

/** All rules of the service's own away, of records as of rights: what is left is the policies. Foreign traces and rows show. */
export async function withoutService({ world, tables }: Opened): Promise<{ cells: number; leaks: Result[] }> {
  const authentication = ['UNAUTHENTICATED', 'ERROR_TOKEN', 'LINK_INVALID', 'VERIFY_FIRST', 'FILE_LINK_EXPIRED']
  remove(...[...guards.values()].filter(({ says }) => !authentication.includes(says)).map(({ id }) => id))
  const leaks: Result[] = []
  const cells = (await everyCell(world)).filter(isForeign)
  const count = await runCells(world, tables, cells, 1, (_, results) => {
    leaks.push(
      ...results.filter(({ kind, said }) => kind === 'write into another' || (kind === 'leak' && / tells /.test(said))),
    )
    return true
  })
  restore()
  return { cells: count, leaks }
}
/** Of the people of the product one of each kind of scope is enough where the rights are switched off; in the gate, one of all. */
const scopes = gate ? ['doctor'] : ['doctor', 'caregiver', 'volunteer', 'customer_service']
const isForeign = ({ who, relation, definition }: Cell) =>
  typeof who !== 'string' &&
  (scopes.includes(who.name) ||
    // Memberships, imports and merges are an administrator's.
    (who.name === 'admin' && definition.path.includes('/members'))) &&
  !['none'].includes(relation)

/** What the service alone would tell and change, with the policies of all patient tables off. */
export async function withoutPolicies({ world, tables }: Opened): Promise<{ cells: number; leaks: Result[] }> {
  await policiesOff(world, true)
  const leaks: Result[] = []
  const cells = (await everyCell(world)).filter(isForeign)
  const count = await runCells(world, tables, cells, 1, (_, results) => {
    leaks.push(
      ...results.filter(
        ({ kind }) => kind === 'leak' || kind === 'write into another' || kind === 'write after a refusal',
      ),
    )
    return true
  })
  await policiesOff(world, false)
  return { cells: count, leaks }
}

/** The conditions that statements carry, table by table with no policy at all. */
export const conditions = ({ world }: Opened): Promise<Conditions> => conditionsAlone(world)
/** The same with each of their atoms opened. */
export const conditionAtoms = ({ world }: Opened) => atomsOfConditions(world)

export const behind = ({ world }: Opened): Promise<PoliciesAlone> => policiesAlone(world)
export const policyAtoms = ({ world }: Opened) => atomsOfPolicies(world)
