import { randomInt } from 'node:crypto'
import {
  type MemberMessengers,
  MESSENGER_REQUEST_MS,
  type MessengerChannel,
  type MessengerOffer,
} from '@teleward/contract/messengers/schema.ts'
import { maskName } from '@teleward/contract/core/text.ts'
import { canSeeMember, canSeeMembership } from '../access/visible.ts'
import { hashOf } from '../auth/tokens.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { asking, type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

export interface MessengerDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'outbox'>
}

/** Whether the institution's account there is set up and tells of what is written to it; in development all are. */
function offers({ config: { outbox } }: MessengerDeps, channel: MessengerChannel) {
  const real = channel === 'line' ? outbox.line !== undefined : outbox.wechat?.token !== undefined
  return { real, offered: real || outbox.development }
}

/** NOT_FOUND: no member whom the caller sees. */
export async function requireMember(read: Read, who: StaffActor, pid: number): Promise<void> {
  const found = await read(sql`select 1 from member m where m.pid = ${pid} and ${canSeeMember('m')} and exists (
    select 1 from member_unit mu where mu.pid = m.pid and mu.partner_id = ${who.partnerId} and mu.status = 'active' and ${canSeeMembership('mu')})`)
  if (!found.length) throw new AppError('NOT_FOUND')
}

export async function messengersOf(
  deps: MessengerDeps,
  read: Read,
  who: StaffActor,
  pid: number,
): Promise<MemberMessengers> {
  await requireMember(read, who, pid)
  const bound = await read(sql<{ channel: MessengerChannel; name: string; at: Date }>`
    select b.channel, b.name, b.bound_at as at from member_messenger b where b.pid = ${pid} and b.partner_id = ${asking.partner}::int`)
  const one = (channel: MessengerChannel) => {
    const found = bound.find((row) => row.channel === channel)
    return {
      offered: offers(deps, channel).offered,
      bound: found ? { name: maskName(found.name), at: found.at.toISOString() } : null,
    }
  }
  return { line: one('line'), wechat: one('wechat') }
}

/** A code that the member sends to the institution's account: an earlier one of theirs is over. */
export async function offer(
  deps: MessengerDeps,
  read: Read,
  who: StaffActor,
  { pid, channel, code: answered }: { pid: number; channel: MessengerChannel; code?: string | undefined },
): Promise<MessengerOffer> {
  await requireMember(read, who, pid)
  const { real, offered } = offers(deps, channel)
  if (!offered) throw new AppError('PROVIDER_MISSING')
  const account = channel === 'line' ? (deps.config.outbox.line?.account ?? null) : null
  const development = !real
  if (answered !== undefined) {
    // The provider itself answers: nobody says in its place who somebody is there.
    if (real) throw new AppError('CODE_WRONG')
    await bindMember(deps, channel, answered, { id: `dev-${pid}`, name: '' }, pid)
    return { state: 'bound', code: null, expiresAt: null, account, address: null, development }
  }
  const now = deps.clock.now()
  const code = String(randomInt(0, 1e8)).padStart(8, '0')
  const expiresAt = new Date(now.getTime() + MESSENGER_REQUEST_MS)
  await deps.db.system.tx((tx) =>
    tx.run(sql`
      insert into member_messenger_request (code_hash, partner_id, for_pid, channel, mid, created_at, expires_at)
      values (${hashOf(code)}, ${who.partnerId}, ${pid}, ${channel}, ${who.mid}, ${now}, ${expiresAt})
      on conflict (partner_id, for_pid, channel) do update set code_hash = excluded.code_hash, mid = excluded.mid,
        created_at = excluded.created_at, expires_at = excluded.expires_at`),
  )
  const address = account === null ? null : `https://line.me/R/oaMessage/${encodeURIComponent(account)}/?${code}`
  return { state: 'waiting', code, expiresAt: expiresAt.toISOString(), account, address, development }
}

/** Somebody sent the code from their account there: it is the member's from now on. `only`: of this member. */
export async function bindMember(
  { db, clock }: Pick<MessengerDeps, 'db' | 'clock'>,
  channel: MessengerChannel,
  code: string,
  account: { id: string; name: string },
  only?: number,
): Promise<void> {
  const now = clock.now()
  await db.system.tx(async (tx) => {
    const asked = await tx.maybe(sql<{ partnerId: number; pid: number; mid: number; expiresAt: Date }>`
      select partner_id as "partnerId", for_pid as pid, mid, expires_at as "expiresAt" from member_messenger_request
      where code_hash = ${hashOf(code.trim())} and channel = ${channel} for update`)
    if (!asked || (only !== undefined && asked.pid !== only)) throw new AppError('CODE_WRONG')
    if (asked.expiresAt <= now) throw new AppError('CODE_EXPIRED')
    const { partnerId, pid, mid } = asked
    await tx.run(
      sql`delete from member_messenger_request where partner_id = ${partnerId} and for_pid = ${pid} and channel = ${channel}`,
    )
    await tx.run(sql`
      insert into member_messenger (partner_id, pid, channel, recipient, name, offered_by, bound_at)
      values (${partnerId}, ${pid}, ${channel}, ${account.id}, ${account.name.slice(0, 100)}, ${mid}, ${now})
      on conflict (partner_id, pid, channel) do update set recipient = excluded.recipient, name = excluded.name,
        offered_by = excluded.offered_by, bound_at = excluded.bound_at`)
    await tx.audit({
      action: 'messenger.bound',
      kind: 'write',
      target: { kind: 'member', id: pid },
      pid,
      detail: { channel },
    })
  })
}

/** Whoever left the institution's account is not written to by it any more, for whomever it was bound. */
export const accountGone = (
  { db }: Pick<MessengerDeps, 'db'>,
  channel: MessengerChannel,
  id: string,
): Promise<unknown> =>
  db.system.tx((tx) => tx.run(sql`delete from member_messenger where channel = ${channel} and recipient = ${id}`))
