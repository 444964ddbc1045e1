import {
  type Asker,
  askers,
  functions,
  idle,
  type Leak,
  opened,
  policies,
  readProbe,
  TRIED,
  walled,
  writeProbe,
} from './rls.ts'
import type { World } from './world.ts'

export interface SecondWall {
  cells: number
  leaks: Leak[]
  denials: Leak[]
  /** Tables without a row of anybody's: nothing would be proved of them. */
  empty: string[]
  mutants: number
  survivors: string[]
}

/** What holds rows that are no patient's, in a table that has patients' as well: by whom it is tried. */
const ofNoPatient: Record<string, string> = {
  app_colleague: 'a conversation of two of the staff: chat.test.ts',
  app_in_group: 'a group of the staff: chat.test.ts',
  app_group_new: 'a group of the staff, before anybody is in it: chat.test.ts',
}

/**
 * Policies that say once more what an open record says already: that the patient is one of the caller's own, and that a
 * membership lives. They stand for the rows of a suspended membership whose patient another one opens, of whom this world has
 * none (`server/src/product/access.test.ts` has one), and for own entries.
 */
const saidTwice: Readonly<Record<string, readonly string[]>> = {
  own_patients: ['reading', 'last_measurement', 'device_log', 'monitor_alert', 'member_history'],
  living_membership: ['diet_target', 'diet_meal', 'diet_food', 'diet_advice', 'monitor_alert'],
}

/** The policies alone, all tables, all people; then each policy and each function they ask, one by one, opened. */
export async function secondWall(world: World): Promise<SecondWall> {
  await world.owner(TRIED)
  const tables = await walled(world)
  const all = askers(world)
  const writers = all.filter(({ name }) =>
    ['doctor', 'volunteer', 'nurse', 'customer_service', 'patient link', 'no unit'].includes(name),
  )
  const told: SecondWall = { cells: 0, leaks: [], denials: [], empty: [], mutants: 0, survivors: [] }
  const owned = tables.map((table) => `alter table "${table}" disable trigger user;`)
  for (const table of tables) {
    const read = await readProbe(world, table, all)
    told.cells += read.cells
    told.leaks.push(...read.leaks)
    told.denials.push(...read.denials)
    if (!read.rows) told.empty.push(table)
  }
  await world.owner(owned.join('\n'))
  for (const table of tables) {
    const write = await writeProbe(world, table, writers)
    told.cells += write.cells
    told.leaks.push(...write.leaks)
  }
  for (const policy of await policies(world, tables)) {
    if (await idle(world, policy)) continue
    told.mutants += 1
    if (await opened(world, policy, () => leaks(world, policy.table, all, writers))) continue
    // Another policy may say the same once more: then this one has to hold when that one is down.
    let caught = false
    for (const other of await policies(world, tables))
      if (!caught && other.name === policy.name && other.table !== policy.table)
        caught = await opened(world, other, async () =>
          (await leaks(world, policy.table, all, writers))
            ? false
            : opened(world, policy, () => leaks(world, policy.table, all, writers)),
        )
    // What nobody finds nobody changes: a policy of changes shows when that of reading the same table is down.
    for (const other of await policies(world, tables))
      if (!caught && other.table === policy.table && other.command === 'r' && policy.command === 'w')
        caught = await opened(world, other, async () =>
          (await writes(world, policy.table, writers))
            ? false
            : opened(world, policy, () => writes(world, policy.table, writers)),
        )
    if (!caught && !saidTwice[policy.name]?.includes(policy.table))
      told.survivors.push(`policy ${policy.name} on ${policy.table}`)
  }
  const uncaught: Awaited<ReturnType<typeof functions>> = []
  for (const one of await functions(world)) {
    const asking = one.tables.filter((table) => tables.includes(table))
    if (!asking.length) continue
    told.mutants += 1
    const caught = await answering([one], world, async () => {
      for (const table of asking)
        if ((await differs(world, table, all)) || (await leaks(world, table, all, writers))) return true
      return false
    })
    if (!caught) uncaught.push(one)
  }
  // Two that hold the same rows: each stands while the other does, and both together open them.
  for (const one of uncaught) {
    let caught = false
    for (const other of uncaught)
      for (const table of one.tables.filter((name) => other !== one && other.tables.includes(name)))
        caught ||= tables.includes(table) && (await answering([one, other], world, () => differs(world, table, all)))
    if (!caught && !ofNoPatient[one.name]) told.survivors.push(`function ${one.name}`)
  }
  await world.owner(owned.join('\n').replaceAll('disable', 'enable'))
  return told
}

/** While these functions say yes to everything. */
async function answering(
  some: readonly { open: string; definition: string }[],
  world: World,
  work: () => Promise<boolean>,
): Promise<boolean> {
  for (const { open } of some) await world.owner(open)
  try {
    return await work()
  } finally {
    for (const { definition } of some) await world.owner(definition)
  }
}
const writes = async (world: World, table: string, writers: readonly Asker[]): Promise<boolean> =>
  (await writeProbe(world, table, writers)).leaks.length > 0

async function leaks(world: World, table: string, all: readonly Asker[], writers: readonly Asker[]): Promise<boolean> {
  if ((await readProbe(world, table, all)).leaks.length) return true
  let found = false
  const write = await writeProbe(world, table, writers, () => found)
  found = write.leaks.length > 0
  return found
}
async function differs(world: World, table: string, all: readonly Asker[]): Promise<boolean> {
  const { leaks: more, denials } = await readProbe(world, table, all)
  return more.length + denials.length > 0
}
