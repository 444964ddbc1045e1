import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

export type Read = <T>(query: Compilable<T>) => Promise<T[]>

/** How far an administrator reaches (decision 41): all institutions, the tree of the own one, or the units of the account. */
export type AdminScope = 'all' | 'tree' | 'units'
export const OPERATOR = 0

export async function adminScopeOf(read: Read, who: StaffActor): Promise<AdminScope> {
  if (who.partnerId === OPERATOR) return 'all'
  const [root] = await read(sql<{ id: number }>`
    select u.id from unit u where u.id = any (${[...who.unitIds]}::int[]) and u.partner_id = ${who.partnerId}
      and u.main_id is null and u.status = 'active' limit 1`)
  return root ? 'tree' : 'units'
}

/** The institution a call is about: the own one, and any other for the operator alone. */
export async function institutionOf(read: Read, who: StaffActor, asked: number | undefined): Promise<number> {
  if (asked === undefined || asked === who.partnerId) return who.partnerId
  if (who.partnerId !== OPERATOR) throw new AppError('NOT_FOUND')
  const [there] = await read(sql<{ id: number }>`select id from partner where id = ${asked}`)
  if (!there) throw new AppError('NOT_FOUND')
  return asked
}

/** What concerns the whole institution is its administrator's, not a unit's. */
export async function refuseUnitAdmin(read: Read, who: StaffActor): Promise<AdminScope> {
  const scope = await adminScopeOf(read, who)
  if (scope === 'units') throw new AppError('NOT_FOUND')
  return scope
}

/**
 * One administrator of an institution at a time, so that two cannot take each other's place, and whoever waited is asked
 * again: the one before may have taken away what this call leans on.
 */
export async function takeTurn(tx: Tx, who: StaffActor, institution: number): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7301, ${institution})`)
  const [still] = await tx.many(sql<{ ok: boolean }>`
    select (sp.status = 'active' and sp.doctortype = ${who.doctortype} and sp.review = 'onBoard'
      and sp.privileges @> ${[...who.privileges]}::text[]
      and array(select su.unit_id from staff_unit su join unit u on u.id = su.unit_id
        where su.mid = sp.mid and su.partner_id = sp.partner_id and u.status = 'active' order by 1) @> ${[...who.unitIds]}::int[]) as ok
    from staff_partner sp where sp.mid = ${who.mid} and sp.partner_id = ${who.partnerId}`)
  if (!still?.ok) throw new AppError('FORBIDDEN')
}

/** Does anybody administer the whole institution? A founded one has nobody yet. The rule is the database's, for policies ask it, too. */
export async function hasAdmin(read: Read, institution: number): Promise<boolean> {
  const [said] = await read(sql<{ yes: boolean }>`select institution_administered(${institution}::int) as yes`)
  return said?.yes === true
}

/** Whoever may found institutions: the operator's administrators, as the policies know them by `app_operator` and `app_may`. */
export const founds = (who: Pick<StaffActor, 'partnerId' | 'rights'>): boolean =>
  who.partnerId === OPERATOR && who.rights['admin.partner'] === 'y'

/** Whoever administered the whole institution may go only while somebody else does. */
export async function keepingAnAdmin<T>(tx: Tx, institution: number, work: () => Promise<T>): Promise<T> {
  const had = await hasAdmin(tx.many, institution)
  const done = await work()
  if (had && !(await hasAdmin(tx.many, institution))) throw new AppError('LAST_ADMIN')
  return done
}
