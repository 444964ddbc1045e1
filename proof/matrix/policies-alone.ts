import { type Leak, type Principal, principals, readProbe, tablesByAtom, walled, withAtomsOpen } from './rls.ts'
import { TRIED, writeProbe } from './rls-write.ts'
import type { World } from './world.ts'

export interface PoliciesAlone {
  cells: number
  leaks: Leak[]
  denials: Leak[]
  /** Tables without a row of anybody's: nothing would be proved of them. */
  empty: string[]
}

/** What holds rows, or writers, that this world has not: by whom it is tried. */
const ofNoPatient: Record<string, string> = {
  'status valued': 'which visits a grant to contact patients shows: appointments/granted.test.ts',
  'right prescription.write': 'an author who may prescribe no more: emr/rx.test.ts',
  'right product.recommend': 'an author who may recommend no more: products/products.test.ts',
  'right form.build': 'questionnaires are of an institution and of no patient: forms.test.ts',
  'right event.manage': 'events are of a unit and of no patient: careevents.test.ts',
  'to_unit is null': 'letters between two units, and to institutions outside: referrals.test.ts, outside.test.ts',
  app_colleague: 'a conversation of two of the staff: chat.test.ts',
  app_in_group: 'a group of the staff: chat.test.ts',
  app_group_new: 'a group of the staff, before anybody is in it: chat.test.ts',
  unadministered: 'codes of accounts, of no patient: outbox/founding.test.ts',
}

const WRITERS = [
  'doctor',
  'volunteer',
  'nurse',
  'customer_service',
  'patient link',
  'no unit',
  'another institution that names the units',
]

/** While no trigger of these tables stands beside their policies, everybody and those who write. */
async function withoutTriggers<T>(
  world: World,
  tables: readonly string[],
  work: (all: Principal[], writers: Principal[]) => Promise<T>,
): Promise<T> {
  await world.owner(TRIED)
  const set = (how: 'disable' | 'enable') =>
    world.owner(tables.map((table) => `alter table "${table}" ${how} trigger user;`).join('\n'))
  const all = principals(world)
  await set('disable')
  const done = await work(
    all,
    all.filter(({ name }) => WRITERS.includes(name)),
  )
  await set('enable')
  return done
}

/** The policies alone, all tables, all people. */
export async function policiesAlone(world: World): Promise<PoliciesAlone> {
  const tables = await walled(world)
  const told: PoliciesAlone = { cells: 0, leaks: [], denials: [], empty: [] }
  await withoutTriggers(world, tables, async (all, writers) => {
    for (const table of tables) {
      const read = await readProbe(world, table, all)
      told.cells += read.cells
      told.leaks.push(...read.leaks)
      told.denials.push(...read.denials)
      if (!read.rows) told.empty.push(table)
    }
    for (const table of tables) {
      const write = await writeProbe(world, table, writers)
      told.cells += write.cells
      told.leaks.push(...write.leaks)
    }
  })
  return told
}

/** Each atom of the declarations, one by one, opened in the policies; those whose absence nobody notices. */
export async function policyAtoms(world: World): Promise<{ atoms: number; survivors: string[] }> {
  const tables = await walled(world)
  const told = { atoms: 0, survivors: [] as string[] }
  await withoutTriggers(world, tables, async (all, writers) => {
    const uncaught: [atom: string, asking: string[]][] = []
    for (const [atom, asking] of tablesByAtom(tables)) {
      told.atoms += 1
      if (!(await missed(world, [atom], asking, all, writers))) uncaught.push([atom, asking])
    }
    // Two that hold the same rows: each stands while the other does, and both together open them.
    for (const [atom, asking] of uncaught) {
      let caught = false
      for (const [other] of tablesByAtom(asking))
        if (!caught && other !== atom) {
          const both = asking.filter((table) => tablesByAtom([table]).has(other))
          caught =
            !(await missed(world, [other], both, all, [])) && (await missed(world, [atom, other], both, all, writers))
        }
      if (!caught && !ofNoPatient[atom]) told.survivors.push(atom)
    }
  })
  return told
}

/** Whether rows of these tables show, or hide, otherwise than they should while the atoms are open. */
const missed = (
  world: World,
  atoms: readonly string[],
  names: readonly string[],
  all: readonly Principal[],
  writers: readonly Principal[],
): Promise<boolean> =>
  withAtomsOpen(world, atoms, names, async () => {
    for (const table of names) if (await differs(world, table, all)) return true
    for (const table of names) if (writers.length && (await leaks(world, table, all, writers))) return true
    return false
  })

async function leaks(
  world: World,
  table: string,
  all: readonly Principal[],
  writers: readonly Principal[],
): Promise<boolean> {
  if ((await readProbe(world, table, all)).leaks.length) return true
  let found = false
  const write = await writeProbe(world, table, writers, () => found)
  found = write.leaks.length > 0
  return found
}
async function differs(world: World, table: string, all: readonly Principal[]): Promise<boolean> {
  const { leaks: more, denials } = await readProbe(world, table, all)
  return more.length + denials.length > 0
}
