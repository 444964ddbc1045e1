import * as api from '@teleward/contract/calls/guest-endpoints.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type Ctx, route } from '../../platform/http/index.ts'
import { installationSecret } from '../../platform/secret.ts'
import { keepSecret } from '../../visit-links/browser.ts'
import type { CallDeps } from '../calls/deps.ts'
import { mediaToken } from '../calls/room-routes.ts'
import { type Eyes, guestUserId, requireRoom } from '../rooms/service.ts'
import { type FoundGuest, guestOf, requireHeld } from './access.ts'
import * as service from './service.ts'

/** The page is the guest's for as long as a call may take. */
const COOKIE_SECONDS = 6 * 3600

/** Third parties in a running call: how staff ask them in, and their page, by a link and without an account. */
export function registerGuests({ http, db, clock, config, sockets }: Deps, deps: CallDeps, eyes: Eyes): void {
  const secret = () => installationSecret(db, 'guest-codes')
  const addressOf = (token: string) => `${config.publicUrl ?? ''}/link/guest.${token}`
  const read: service.Read = (query) => db.system.read(query)
  type Caller = Ctx<undefined>

  route(http, api.getGuests, async (ctx, { params }) => ({
    guests: await service.guestsOf((query) => ctx.read(query), deps, ctx.who, params.callID),
  }))
  route(http, api.postGuest, async (ctx, { params, body }) => {
    const inviting = { ...body, secret: await secret(), addressOf }
    const made = await ctx.tx(async (tx) => {
      const one = await service.inviteGuest(tx, deps, ctx.who, params.callID, inviting)
      const { relation, channel } = body
      ctx.target({ kind: 'call', id: params.callID, pid: one.pid, detail: { guest: one.id, relation, channel } })
      return one
    })
    return { ...(await service.guestRow((query) => ctx.read(query), db, made.roomId, made.id)), code: made.code }
  })
  route(http, api.deleteGuest, async (ctx, { params }) => {
    const { roomId } = await ctx.tx(async (tx) => {
      const one = await service.revokeGuest(tx, deps, ctx.who, { callId: params.callID, id: params.guest })
      ctx.target({ kind: 'call', id: params.callID, pid: one.pid, detail: { guest: params.guest } })
      return one
    })
    return service.guestRow((query) => ctx.read(query), db, roomId, params.guest)
  })

  const found = async (ctx: Caller, token: string) => {
    const one = await guestOf({ db, clock }, { token, ip: ctx.ip, cookie: ctx.cookie })
    const { linkId, callId, pid, partnerId } = one.link
    ctx.target({ kind: 'call', id: callId, pid, partnerId, detail: { guest: linkId } })
    return one
  }
  const held = async (ctx: Caller, token: string): Promise<FoundGuest> => {
    const one = await found(ctx, token)
    requireHeld(one, clock.now())
    return one.link
  }
  const view = async (ctx: Caller, token: string, passed = false) => {
    const one = await found(ctx, token)
    return service.guestView(read, one.link, one.held || passed, clock.now())
  }

  route(http, api.getGuestPage, (ctx, { params }) => view(ctx, params.token))
  route(http, api.identifyGuest, async (ctx, { params, body }) => {
    const { link } = await found(ctx, params.token)
    const outcome = await service.tryCode(db, await secret(), link.linkId, body.code, clock.now())
    if (!outcome.ok) throw new AppError(outcome.code, { data: { triesLeft: outcome.triesLeft } })
    keepSecret(ctx, config, { kind: 'guest', id: link.linkId, secret: outcome.secret, seconds: COOKIE_SECONDS })
    // The pages of the browser before this one hold a secret that opens nothing any more.
    if (outcome.again) {
      deps.hub.remove(link.roomId, guestUserId(link.linkId))
      await sockets.closeEverywhere(audience.link(link.linkId), 'REPEAT_LOGIN')
    }
    return view(ctx, params.token, true)
  })
  route(http, api.agreeAsGuest, async (ctx, { params, body }) => {
    const link = await held(ctx, params.token)
    await db.system.tx((tx) => service.agree(tx, link, body, clock.now()))
    return view(ctx, params.token)
  })
  route(http, api.guestToken, async (ctx, { params }) => {
    const link = await held(ctx, params.token)
    if (!link.agreedAt) throw new AppError('CONSENT_REQUIRED')
    const room = await requireRoom(read, link.roomId)
    // Somebody of the staff lets everybody else in by being there.
    if (!deps.hub.members(room.roomId).some((member) => member.mid !== null)) throw new AppError('ROOM_NOT_STARTED')
    return mediaToken(read, { video: deps.video, eyes }, room, {
      name: link.name,
      role: 'guest',
      relation: link.relation,
      userId: guestUserId(link.linkId),
      mid: null,
      linkId: link.linkId,
    })
  })
}
