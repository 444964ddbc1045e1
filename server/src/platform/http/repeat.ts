import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { type Actor, scopeOf } from '../actor.ts'
import { json, sql } from '../db/index.ts'
import type { AuditEntry, Db, Origin, Tx } from '../db/types.ts'
import { AppError } from '../errors.ts'

/** What the caller was, as far as an answer depends on it. */
export interface CallerRights {
  units: readonly number[]
  right: string
}
/** What the answer is about, and how far that was the caller's to see. */
export interface About {
  kind: string
  id: string | number
  pid: number | null
  seen: boolean
  open: boolean
}
/** What stands with a kept answer. */
export interface Kept {
  caller: CallerRights | null
  about: About | null
}

export const callerRights = (who: Actor, { permission }: Pick<EndpointShape, 'permission'>): CallerRights => ({
  units: who.kind === 'staff' ? who.unitIds : [],
  right: who.kind === 'staff' ? ((who.rights as Record<string, string>)[permission] ?? '') : '',
})

interface Sight {
  seen: boolean
  open: boolean
}
const sightOf = (pid: number) => sql<Sight>`
  select coalesce(app_member_visible(${pid}::int), false) as seen, coalesce(app_record_open(${pid}::int), false) as open`

/** At the end of the transaction that does the work, under the caller's own scope. */
export async function aboutOf(tx: Tx, entry: AuditEntry): Promise<unknown> {
  if (!entry.target) return null
  const { kind, id } = entry.target
  const pid = entry.pid ?? null
  const sight = pid === null ? { seen: false, open: false } : await tx.one(sightOf(pid))
  return json({ kind, id, pid, ...sight } satisfies About)
}

/**
 * Before an answer is given a second time: who has lost a unit or the right since, or no longer sees the patient or their
 * record, is told that it is done (DUPLICATE) and nothing else; to the others it is an opening like any, and leaves a row.
 */
export async function mayRepeat(
  db: Db,
  { who, definition, origin }: { who: Actor; definition: EndpointShape; origin: Origin },
  { caller, about }: Kept,
): Promise<void> {
  const now = callerRights(who, definition)
  if (caller && (caller.right !== now.right || caller.units.some((unit) => !now.units.includes(unit))))
    throw new AppError('DUPLICATE')
  const pid = about?.pid ?? null
  if (about && pid !== null && who.kind === 'staff') {
    const [sight] = await db.read(scopeOf(who), sightOf(pid))
    if ((about.seen && !sight?.seen) || (about.open && !sight?.open)) throw new AppError('DUPLICATE')
  }
  if (definition.audit === 'none') return
  const entry: AuditEntry = {
    action: `${definition.method} ${definition.path}`,
    kind: 'read',
    target: about ? { kind: about.kind, id: about.id } : undefined,
    pid,
    detail: { repeated: true },
    outcome: 'OK',
  }
  await db.audit(entry, origin)
}
