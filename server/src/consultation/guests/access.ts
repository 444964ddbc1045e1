import { GUEST_TRIES } from '@teleward/contract/calls/guest-schema.ts'
import { isGuestOver } from '@teleward/contract/calls/guest-rules.ts'
import type { GuestActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { holds } from '../../visit-links/browser.ts'
import { countGuess } from '../../visit-links/guesses.ts'
import { guestColumns, type GuestLink } from '../../visit-links/guest-links.ts'
import { hashOf } from '../../visit-links/links.ts'

interface Around {
  db: Db
  clock: Clock
}
type Cookies = (name: string) => string | undefined

/** A link with the call it leads into: looked up by its token, by the system, for nobody who could read it themselves. */
export type FoundGuest = GuestLink & { talked: boolean }
export const foundGuest = sql`${guestColumns},
  exists (select 1 from call c where c.call_id = g.call_id and c.state = 'answered') as talked`

/** Why nothing can be done by it any more, whoever asks. */
export function overCode(link: FoundGuest, now: Date): 'LINK_EXPIRED' | 'LINK_DEAD' | null {
  const waits = link.state === 'sent' || link.state === 'opened'
  if (link.state === 'expired' || (waits && link.expiresAt <= now)) return 'LINK_EXPIRED'
  return isGuestOver(link.state) || !link.talked ? 'LINK_DEAD' : null
}
export const isLocked = ({ tries }: Pick<GuestLink, 'tries'>) => tries >= GUEST_TRIES
const heldBy = (link: FoundGuest, cookie: Cookies) =>
  holds(cookie, { kind: 'guest', id: link.linkId }, link.browserHash)

const byToken = async (db: Db, token: string): Promise<FoundGuest | undefined> =>
  (
    await db.system.read(sql<FoundGuest>`select ${foundGuest} from guest_link g where g.token_hash = ${hashOf(token)}`)
  )[0]

/** LINK_INVALID for any address that is none, RATE_LIMITED for who tries many. */
export async function guestOf(
  { db, clock }: Around,
  { token, ip, cookie }: { token: string; ip: string; cookie: Cookies },
): Promise<{ link: FoundGuest; held: boolean }> {
  const link = await byToken(db, token)
  if (!link) {
    await countGuess({ db, clock }, ip)
    throw new AppError('LINK_INVALID')
  }
  return { link, held: heldBy(link, cookie) }
}

/** LINK_EXPIRED, LINK_DEAD, IDENTITY_MISMATCH: for whoever wants to do something. */
export function requireHeld({ link, held }: { link: FoundGuest; held: boolean }, now: Date): void {
  const over = overCode(link, now)
  if (over) throw new AppError(over)
  if (!held) throw new AppError('IDENTITY_MISMATCH')
}

/** Who a socket with this token is; `undefined`: it is the token of no third party. UNAUTHENTICATED before the code was said. */
export async function guestActor(
  { db, clock }: Around,
  { token, cookie }: { token: string; cookie: Cookies },
): Promise<GuestActor | undefined> {
  const link = await byToken(db, token)
  if (!link) return undefined
  const over = overCode(link, clock.now())
  if (over) throw new AppError(over)
  if (!heldBy(link, cookie)) throw new AppError('UNAUTHENTICATED')
  const { linkId, partnerId, roomId } = link
  return { kind: 'guest', linkId, partnerId, roomId }
}
