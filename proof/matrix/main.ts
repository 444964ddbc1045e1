import { size } from '../lib/size.ts'
import type { PostgresTemplate } from '../../server/src/platform/testing/databases.ts'
import { type Cell, fileCells, linkCells, staffCells } from './cells.ts'
import { asked, guards, remove, restore } from './guards.ts'
import { lacking } from './lacking.ts'
import { linkPolicy } from './policy.ts'
import { patientTables, type Result, runCell, runCells } from './run.ts'
import { type SecondWall, secondWall } from './second-wall.ts'
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
/** All cells with both walls up; on the way it is noted which guard each refusal asked. */
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
/** Of the people of the product one of each kind of scope is enough where the rights are switched off. */
const isForeign = ({ who, relation, definition }: Cell) =>
  typeof who !== 'string' &&
  (['doctor', 'caregiver', 'volunteer', 'customer_service'].includes(who.name) ||
    // Memberships, imports and merges are an administrator's.
    (who.name === 'admin' && definition.path.includes('/members'))) &&
  !['none'].includes(relation)

/**
 * Checks that no cell misses, how many of a file and code, and why. One more of them than stands here fails the harness:
 * either a cell is missing, or the check is.
 */
const noRow = 'there is no row to tell: without the check the next one refuses'
const ended = 'sessions that ended, keys and tokens of nobody: tried in server/src/auth'
const socket = 'a socket: tried in server/src/product/isolation.test.ts and rooms.test.ts'
const reach = 'how far an administrator reaches, no patient’s record: tried in server/src/admin and server/src/uiconfig'
const said: Record<string, readonly [times: number, why: string]> = {
  'platform/http/access.ts FORBIDDEN': [
    2,
    'a call of hidden screens: tried in server/src/uiconfig; an address whose holder lost the right: files.test.ts',
  ],
  'synonyms/service.ts NOT_FOUND': [1, reach],
  'admin/audit.ts NOT_FOUND': [2, reach],
  'admin/audit.ts FIELD_RELATED': [2, reach],
  'admin/bindings.ts NOT_FOUND': [3, reach],
  'admin/bindings.ts FORBIDDEN': [1, reach],
  'admin/partners.ts NOT_FOUND': [2, reach],
  'admin/partners.ts FORBIDDEN': [1, reach],
  'admin/partners.ts FIELD_RELATED': [1, reach],
  'admin/handing-over.ts NOT_FOUND': [1, reach],
  'admin/privileges.ts NOT_FOUND': [2, reach],
  'admin/privileges.ts FIELD_RELATED': [1, reach],
  'admin/reach.ts NOT_FOUND': [3, reach],
  'admin/reach.ts FORBIDDEN': [1, reach],
  'admin/staff-change.ts NOT_FOUND': [4, reach],
  'admin/staff-change.ts FORBIDDEN': [2, reach],
  'admin/units.ts NOT_FOUND': [4, reach],
  'admin/units.ts FORBIDDEN': [1, reach],
  'uiconfig/service.ts NOT_FOUND': [2, reach],
  'platform/http/route.ts FORBIDDEN': [1, 'a page of another site: tried in http.test.ts'],
  'platform/http/access.ts LINK_INVALID': [1, 'no path of a link is without a token'],
  'platform/http/access.ts UNAUTHENTICATED': [1, 'no token is refused like a wrong one'],
  'platform/portal.ts NOT_FOUND': [2, 'pages and their files, no records'],
  'platform/observe/routes.ts NOT_FOUND': [1, 'figures for the operator: tried in its own tests'],
  'platform/sockets/sockets.ts UNAUTHENTICATED': [1, socket],
  'platform/sockets/sockets.ts LINK_INVALID': [1, socket],
  'platform/sockets/sockets.ts FORBIDDEN': [
    1,
    'a room asked for without the second step that is demanded: auth/demand.test.ts',
  ],
  'rooms/signalling.ts ROOM_DENIED': [1, socket],
  'rooms/hub.ts NOT_FOUND': [1, socket],
  'auth/tokens.ts UNAUTHENTICATED': [2, ended],
  'auth/service.ts UNAUTHENTICATED': [1, ended],
  'auth/actors.ts ERROR_TOKEN': [1, ended],
  'auth/userinfo.ts ERROR_TOKEN': [1, ended],
  'auth/loginconfig.ts NOT_FOUND': [1, 'an institution nobody has: public either way'],
  'appointments/service.ts NOT_FOUND': [4, 'lists by a doctor, filled by what the caller sees; entries: no row'],
  'calls/service.ts NOT_FOUND': [1, 'no party to the call: refused as FORBIDDEN by the table itself'],
  'calls/routes.ts NOT_FOUND': [2, 'the visit named beside is looked for as well'],
  'rooms/service.ts NOT_FOUND': [1, noRow],
  'rooms/routes.ts NOT_FOUND': [1, noRow],
  'recordings/routes.ts NOT_FOUND': [1, noRow],
  'recordings/playback.ts NOT_FOUND': [1, 'a file of no bytes'],
  'diet/meals.ts FIELD_RELATED': [3, 'by the table or by its label; what is of another meal or member: diet.test.ts'],
  'diet/meals.ts NOT_FOUND': [2, noRow],
  'diet/service.ts NOT_FOUND': [1, noRow],
  'diet/steps.ts NOT_FOUND': [4, noRow],
  'diet/steps.ts FIELD_RELATED': [1, 'a condition and a sex that contradict each other: diet.test.ts'],
  'monitoring/alerts.ts NOT_FOUND': [2, 'asked before the lock and under it'],
  'monitoring/own-rules.ts NOT_FOUND': [1, 'groups, no records: alerts.test.ts'],
  'monitoring/service.ts NOT_FOUND': [2, noRow],
  'monitoring/groups.ts NOT_FOUND': [5, 'groups, no records: groups.test.ts'],
  'monitoring/groups.ts FIELD_RELATED': [2, 'who cares in a group, and that its last carer goes: groups.test.ts'],
  'staff/routes.ts STAFF_NOT_VERIFIED': [1, 'going on line in review: tried in presence.test.ts'],
  'links/callback.ts LINK_INVALID': [1, 'a link of a payment or a conversation: callback.test.ts'],
  'links/demo.ts NOT_FOUND': [2, 'of the demo alone, and only from the same machine'],
  'links/routes.ts UNAUTHENTICATED': [1, socket],
  'links/routes.ts NOT_FOUND': [1, 'the call of another visit: the policies of a link hide it'],
  'links/service.ts the verdict of a table': [1, 'a link that is over: links.test.ts'],
  'links/service.ts CONSENT_REQUIRED': [2, 'consent is there in this world: links.test.ts'],
  'links/view.ts LINK_INVALID': [1, noRow],
  'emr/routes.ts NOT_FOUND': [2, noRow],
  'emr/record.ts NOT_FOUND': [2, noRow],
  'emr/access.ts the verdict of a table': [2, 'asked before the lock and under it'],
  'emr/access.ts NOTE_NOT_AUTHOR': [1, 'a row that the policies let nobody but the author lock'],
  'emr/access.ts NOT_FOUND': [1, noRow],
  'emr/notes.ts NOTE_NOT_AUTHOR': [1, 'the table says it once more'],
  'emr/signing.ts the verdict of a table': [1, 'foreseen before the password, and asked again under the lock'],
  'emr/signing.ts STAFF_NOT_VERIFIED': [1, 'admitted to nothing while in review'],
  'emr/signing.ts FORBIDDEN': [2, 'amending lines: signing.test.ts'],
  // Of later domains, by the tests that stand beside them.
  'appointments/booking.ts FORBIDDEN': [2, 'the right is asked before the call, too: booking.test.ts'],
  'fees/routes.ts LINK_INVALID': [1, 'a link of the visit pays nothing: checkout.test.ts'],
  'fees/routes.ts NOT_FOUND': [1, 'a provider that is none: checkout.test.ts'],
  'fees/routes.ts UNAUTHENTICATED': [1, 'a report that nobody signed: checkout.test.ts'],
  'fees/refunds.ts NOT_FOUND': [1, noRow],
  'fees/development.ts NOT_FOUND': [1, 'a ticket that the page did not seal opens no payment: checkout.test.ts'],
  'referrals/service.ts NOT_FOUND': [3, noRow],
  'handoffs/service.ts NOT_FOUND': [5, 'between staff, and no row of whom one does not see: handoffs.test.ts'],
  'handoffs/routes.ts NOT_FOUND': [3, 'another’s list, and no row to tell: handoffs.test.ts'],
  'handoffs/service.ts FIELD_RELATED': [1, 'another patient than that of what it comes from: handoffs.test.ts'],
  'crm/service.ts NOT_FOUND': [1, 'the member of a case that was found: the policies show both or none'],
  'crm/service.ts FIELD_RELATED': [1, 'whom a case can go to: cases.test.ts'],
  'crm/steps.ts NOT_FOUND': [1, 'asked before the lock and under it'],
  'crm/calls.ts FORBIDDEN': [1, 'a call from a case: calls.test.ts beside it'],
  'crm/calls.ts NOT_FOUND': [1, 'a call from a case of another member: calls.test.ts beside it'],
  'crm/suggestions.ts NOT_FOUND': [1, 'a case that was lost while the answer came'],
  'chat/service.ts NOT_FOUND': [1, 'an answer to a message that is none: chat.test.ts'],
  'chat/groups.ts NOT_FOUND': [1, 'whom one takes into a group: chat.test.ts'],
  'chat/link.ts NOT_FOUND': [2, 'an answer to a message that is none; what was written just now'],
  'chat/typing.ts FORBIDDEN': [2, socket],
  'links/chat.ts LINK_INVALID': [2, 'a link of a visit opens no conversation: chat.test.ts'],
  'files/files.ts NOT_FOUND': [3, noRow],
  'files/uploads.ts NOT_FOUND': [3, 'uploads are their uploader’s alone: uploads.test.ts'],
  'files/addresses.ts NOT_FOUND': [2, 'a file of no bytes'],
  'fees/exemptions.ts NOT_FOUND': [1, noRow],
  'fees/exemptions.ts FIELD_RELATED': [1, 'two for the same days: checkout.test.ts'],
  'links/service.ts LINK_INVALID': [1, 'a link of a payment opens no visit: checkout.test.ts'],
  'fees/service.ts NOT_FOUND': [1, 'a doctor that is none: booking.test.ts'],
  'grants/routes.ts FORBIDDEN': [1, 'the administration’s tab: grants.test.ts'],
  'grants/service.ts NOT_FOUND': [3, 'grants are between staff: grants.test.ts'],
  'grants/service.ts FIELD_RELATED': [1, 'who cannot hold it: grants.test.ts'],
  'grants/active.ts FORBIDDEN': [1, 'an act under a grant that is over: grants.test.ts and races'],
  'registration/own.ts NOT_FOUND': [1, noRow],
  'registration/register.ts FIELD_RELATED': [1, 'no record: registration.test.ts'],
  'registration/register.ts NOT_FOUND': [1, 'an institution that is none: registration.test.ts'],
  'registration/review.ts NOT_FOUND': [2, 'whom one reviews is staff: review.test.ts'],
  'registration/routes.ts NOT_FOUND': [1, 'no LINE account is set up: providers.test.ts'],
  'registration/routes.ts FORBIDDEN': [1, 'what LINE did not sign: providers.test.ts'],
  'profile/own.ts NOT_FOUND': [2, noRow],
  'profile/routes.ts NOT_FOUND': [2, 'banks, and pictures of staff: bank.test.ts, photos.test.ts'],
  'profile/routes.ts FORBIDDEN': [1, 'own fees: profile.test.ts'],
  'shifts/access.ts NOT_FOUND': [1, 'whose shifts: shifts.test.ts'],
  'shifts/access.ts FORBIDDEN': [2, 'whose shifts: shifts.test.ts'],
  'shifts/service.ts FORBIDDEN': [1, 'another’s own day: shifts.test.ts'],
  'shifts/routes.ts FORBIDDEN': [1, 'another’s own day: shifts.test.ts'],
  'shifts/service.ts NOT_FOUND': [1, 'a cell that is not there: shifts.test.ts'],
  'members/change.ts FORBIDDEN': [1, 'a move by who may not disable: members.test.ts'],
  'members/change.ts NOT_FOUND': [2, 'memberships: members.test.ts and isolation.test.ts'],
  'members/merge.ts NOT_FOUND': [3, 'merges: merge.test.ts and isolation.test.ts'],
  'outbox/messages.ts FORBIDDEN': [1, 'again and cancel: outbox.test.ts'],
  'outbox/messages.ts NOT_FOUND': [2, 'messages, no records: outbox.test.ts'],
  'auth/handoverkeys.ts NOT_FOUND': [1, 'a key that is none: entry.test.ts'],
  'auth/resetsecond.ts NOT_FOUND': [1, 'whom one administers: entry.test.ts'],
  'auth/resetsecond.ts FORBIDDEN': [2, 'whom one administers: entry.test.ts'],
  'auth/ownsessions.ts NOT_FOUND': [1, 'own sessions: entry.test.ts'],
  'auth/switch.ts ERROR_TOKEN': [1, 'a session that ended meanwhile: entry.test.ts'],
}
export function unexplained(survivors: readonly string[]): string[] {
  const byKey = Map.groupBy(survivors, (id) => id.replace(/:\d+/, ''))
  return [...byKey].flatMap(([key, ids]) => (ids.length <= (said[key]?.[0] ?? 0) ? [] : ids))
}

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

export const behind = ({ world }: Opened): Promise<SecondWall> => secondWall(world)
