import { type LinkActor, NO_VISIT } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { hashOf, linkColumns, type LinkRow } from './links.ts'

/** Wrong tokens from one address before it is made to wait. A right one is 256 bits away. */
const GUESSES = 30
const WINDOW_MS = 10 * 60_000

/**
 * One cookie per link: two visits of a family on one phone do not put each other out. Under HTTPS its prefix makes the
 * browser hold it to this very host; the plain one is for a trial on the loopback interface.
 */
export const cookieName = (linkId: string, secure: boolean) => `${secure ? '__Host-' : ''}tw_link_${linkId.slice(0, 8)}`

async function countGuess(db: Db, ip: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - WINDOW_MS)
  const { count } = await db.system.tx((tx) =>
    tx.one(sql<{ count: number }>`
      insert into address_limit as a (address, kind, window_start, count) values (${ip}, 'link', ${now}::timestamptz, 1)
      on conflict (address, kind) do update set
        count = case when a.window_start <= ${since}::timestamptz then 1 else a.count + 1 end,
        window_start = case when a.window_start <= ${since}::timestamptz then excluded.window_start else a.window_start end
      returning count`),
  )
  return count
}
async function isGuesser(db: Db, ip: string, now: Date): Promise<boolean> {
  const [row] = await db.system.read(sql`
    select 1 from address_limit where address = ${ip} and kind = 'link' and count > ${GUESSES}
      and window_start > ${new Date(now.getTime() - WINDOW_MS)}::timestamptz`)
  return row !== undefined
}

export async function findLink(db: Db, token: string): Promise<(LinkRow & { heldBack: boolean }) | undefined> {
  const [link] = await db.system.read(sql<LinkRow & { heldBack: boolean }>`
    select ${linkColumns}, l.kind = 'chat' and not exists (select 1 from member_unit mu
      where mu.pid = l.pid and mu.unit_id = l.unit_id and mu.status = 'active') as "heldBack"
    from video_link l where l.token_hash = ${hashOf(token)} and (l.qid is not null or l.kind = 'chat')`)
  return link
}

/**
 * Who holds a link. Whether it still lives is the act's business: even a dead one may be looked at, to say so.
 * `identified` only with the cookie of the browser that passed the identity check last.
 */
export async function authenticateLink(
  deps: { db: Db; clock: Clock },
  ask: { linkToken: string; cookie(name: string): string | undefined; ip: string },
): Promise<LinkActor> {
  const { db, clock } = deps
  const link = await findLink(db, ask.linkToken)
  if (!link) {
    if ((await countGuess(db, ask.ip, clock.now())) > GUESSES) throw new AppError('RATE_LIMITED')
    throw new AppError('LINK_INVALID')
  }
  const secret = ask.cookie(cookieName(link.linkId, true)) ?? ask.cookie(cookieName(link.linkId, false))
  const identified = link.browserHash !== null && secret !== undefined && hashOf(secret) === link.browserHash
  // An address that has guessed a lot is not told of a hit either, unless it is this patient's own browser.
  if (!identified && (await isGuesser(db, ask.ip, clock.now()))) throw new AppError('RATE_LIMITED')
  const { linkId, partnerId, unitId, pid, qid, heldBack } = link
  return {
    kind: 'link',
    linkId,
    partnerId,
    unitId,
    pid,
    qid: qid ?? NO_VISIT,
    identified,
    purpose: link.kind === 'pay' || link.kind === 'chat' ? link.kind : 'visit',
    heldBack,
  }
}
