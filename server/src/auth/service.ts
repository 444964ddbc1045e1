import { audience } from '@teleward/contract/core/event.ts'
import { sessionEnded, sessionForcedOut } from '@teleward/contract/core/sockets.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import type { SocketServer } from '../platform/sockets/index.ts'
import { createActors } from './actors.ts'
import { createKeys } from './keys.ts'
import {
  announce,
  AUTH_CHANNEL,
  type AuthMessage,
  closingCode,
  type EndReason,
  endSessions,
  hearOwn,
} from './sessions.ts'
import { type AccessTokens, accessTokens } from './tokens.ts'

export interface Auth {
  tokens: AccessTokens
  /** A bearer token → its person as of now. UNAUTHENTICATED, TOKEN_EXPIRED, ERROR_TOKEN. */
  staff(token: string): Promise<StaffActor>
  staffOfSession(sid: string): Promise<StaffActor>
  /** Whom a token names by its signature alone, its session unasked: for counting, never for admitting. */
  personOf(token: string): Promise<number | undefined>
  /** Hears of the other processes' sign-ins and sign-outs; closes sockets here. */
  listen(sockets: Pick<SocketServer, 'deliver' | 'closeAll' | 'revalidate'>): Promise<() => Promise<void>>
  /** Every session of a person: account closed, membership cancelled, password reset. */
  endAll(tx: Tx, mid: number, reason: EndReason): Promise<void>
  /** Units, rights or review of a person changed with this transaction. */
  changed(tx: Tx, mid: number): void
  partnerChanged(tx: Tx, partnerId: number): void
}

export function createAuth({ db, clock }: { db: Db; clock: Clock }): Auth {
  const tokens = accessTokens(createKeys(db, clock), clock)
  const actors = createActors(db, clock)
  hearOwn(db, (message) => actors.hear(message))

  const hear = (sockets: Pick<SocketServer, 'deliver' | 'closeAll' | 'revalidate'>, message: AuthMessage) => {
    actors.hear(message)
    if (message.kind === 'ended') close(sockets, message)
    else if (message.kind === 'changed') void sockets.revalidate(audience.staff(message.mid))
    else void sockets.revalidate(audience.partner(message.partnerId))
  }
  return {
    tokens,
    async staff(token) {
      const { mid, sid } = await tokens.verify(token)
      const actor = await actors.bySession(sid)
      if (actor.mid !== mid) throw new AppError('UNAUTHENTICATED')
      return { ...actor, bearer: token }
    },
    staffOfSession: (sid) => actors.bySession(sid),
    personOf: (token) =>
      tokens.verify(token).then(
        ({ mid }) => mid,
        (error: unknown) => {
          if (isAppError(error)) return undefined
          throw error
        },
      ),
    listen: (sockets) => db.listen(AUTH_CHANNEL, (text) => hear(sockets, JSON.parse(text) as AuthMessage)),
    endAll: async (tx, mid, reason) => {
      await endSessions(db, tx, { mid }, reason, clock.now())
    },
    changed: (tx, mid) => announce(db, tx, { kind: 'changed', mid }),
    partnerChanged: (tx, partnerId) => announce(db, tx, { kind: 'partnerChanged', partnerId }),
  }
}

/** First the word, then the end: the dialog 'signed in on another device' needs to know why. */
function close(
  sockets: Pick<SocketServer, 'deliver' | 'closeAll'>,
  ended: Extract<AuthMessage, { kind: 'ended' }>,
): void {
  const to = audience.session(ended.sid)
  const code = closingCode(ended.reason)
  const at = new Date(ended.at)
  const common = { id: ended.sid, version: at.getTime(), at: ended.at }
  const event =
    ended.reason === 'otherDevice'
      ? { type: sessionForcedOut.name, payload: { ...common, deviceType: ended.deviceType, reason: 'otherDevice' } }
      : { type: sessionEnded.name, payload: { ...common, reason: code } }
  sockets.deliver([{ id: 0, audience: [to], at, ...event }])
  sockets.closeAll(to, code)
}
