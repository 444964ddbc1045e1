import type { Db } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { installationSecret, seal, unseal } from '../platform/secret.ts'

/** Long enough to look, to begin and to seek; what is open longer asks for another address. */
const SECONDS = 10 * 60

/** What an address of a file says of itself: a picture in a page, a player and a viewer send no bearer. */
export interface Ticket {
  /** The path that it opens, and no other. */
  of: string
  /** The session that it was made for; who that is now, and what they may, is asked at each use (`holderOf`). */
  sid: string
  /** In which shape, where there are several. */
  as?: string
  exp: number
}

const photoHosts = new WeakMap<Db, string>()
/** Photos of staff are shown from this origin. Who gives addresses of any knows its database. */
export const hostPhotos = (db: Db, origin: string): void => void photoHosts.set(db, origin)

/** Who gets addresses, and when. */
export interface Signer {
  /** Where photos of staff are shown from, when it is not this server. */
  photosAt?: string | undefined
  secret: Buffer
  sid: string
  now: Date
}

const ticketSecret = (db: Db) => installationSecret(db, 'addresses')
export const signerOf = async (db: Db, { sid }: { sid: string }, now: Date): Promise<Signer> => ({
  secret: await ticketSecret(db),
  sid,
  now,
  photosAt: photoHosts.get(db),
})

/** The address of what is at this path, for this session and for ten minutes. */
export function addressOf({ secret, sid, now }: Signer, of: string, as?: string): { url: string; expiresAt: string } {
  // Whole minutes, so that a small picture keeps its address for a while, and a page that draws its list again the picture.
  const exp = Math.ceil((now.getTime() / 1000 + SECONDS) / 60) * 60
  const ticket: Ticket = { of, sid, exp, ...(as ? { as } : {}) }
  return { url: `${of}?ticket=${seal(secret, ticket)}`, expiresAt: new Date(exp * 1000).toISOString() }
}

/** FILE_LINK_EXPIRED for what was not given for this path, or is over. */
export async function openTicket(db: Db, ticket: string, of: string, now: Date): Promise<Ticket> {
  const claims = unseal<Ticket>(await ticketSecret(db), ticket, now)
  if (claims?.of !== of) throw new AppError('FILE_LINK_EXPIRED')
  return claims
}
