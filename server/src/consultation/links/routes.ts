import {
  answerAuthorisation,
  arrive,
  askCallback,
  cancelVisit,
  changeVisit,
  checkIdentity,
  getLink,
  giveConsents,
  leaveVisit,
  openLink,
  patientCall,
  patientCallAction,
  patientToken,
  recordingConsent,
} from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { CHAT_LINK_DAYS } from '@teleward/contract/chat/rules.ts'
import { formatInZone } from '@teleward/contract/core/dates.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { answerAsked, authorisationView } from '../../consents/link.ts'
import { move } from '../../appointments/booking.ts'
import { answer, type CallDeps, cancel, hangup, reject, ringStaff } from '../calls/service.ts'
import type { LinkActor } from '../../platform/actor.ts'
import { sql, type Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type Ctx, route } from '../../platform/http/index.ts'
import { cookiesOf } from '../../platform/http/cookies.ts'
import { mediaToken } from '../calls/room-routes.ts'
import { type Eyes, linkUserId, requireRoom } from '../rooms/service.ts'
import { guestActor } from '../guests/access.ts'
import { authenticateLink } from './access.ts'
import * as callback from './callback.ts'
import { isLetGo, rebook } from './rebook.ts'
import * as service from './service.ts'
import { living } from './service.ts'
import { type Facts, isToday, linkView, mayRing, type Read } from './view.ts'
import { keepSecret } from '../../visit-links/browser.ts'
import { isOfUnit, livingOfUnit, unitLinkView } from '../../visit-links/of-unit.ts'

/** A visit's day and the night after it. */
const COOKIE_SECONDS = 24 * 3600

export function registerLinks(platform: Deps, deps: CallDeps, eyes: Eyes): void {
  const { http, db, clock, config, sockets } = platform
  const { hub } = deps
  platform.authenticateLink(({ linkToken, cookie, ip }) => authenticateLink({ db, clock }, { linkToken, cookie, ip }))
  sockets.authenticatePatient(async ({ token, cookie, session }) => {
    const jar = cookiesOf(http.app, cookie)
    const held = (name: string) => jar[name] ?? session
    const guest = await guestActor({ db, clock }, { token, cookie: held })
    if (guest) return guest
    const actor = await authenticateLink({ db, clock }, { linkToken: token, cookie: held, ip: 'socket' })
    if (!actor.identified) throw new AppError('UNAUTHENTICATED')
    const read: Read = (query) => db.system.read(query)
    await (isOfUnit(actor) ? livingOfUnit : living)(read, actor, clock.now(), true)
    return actor
  })

  const views = { db, hub, online: config.checkout !== 'none' }
  const viewOf = (ctx: Ctx<LinkActor>, who: LinkActor): Promise<LinkView> =>
    who.purpose === 'chat' || who.purpose === 'form'
      ? unitLinkView(ctx.read, who, clock.now())
      : who.purpose === 'authorise'
        ? authorisationView(ctx.read, who, clock.now())
        : linkView(views, ctx.read, who, clock.now())
  const view = (ctx: Ctx<LinkActor>): Promise<LinkView> => viewOf(ctx, ctx.who)
  const about = (ctx: Ctx<LinkActor>) =>
    ctx.target({ kind: 'link', id: ctx.who.linkId, pid: ctx.who.pid, detail: { queueID: ctx.who.qid } })
  /** One step in a transaction, and the page as it is after it. */
  const act = async (ctx: Ctx<LinkActor>, work: (tx: Tx) => Promise<unknown>): Promise<LinkView> => {
    about(ctx)
    await ctx.tx(work)
    return view(ctx)
  }

  route(http, getLink, (ctx) => view(ctx))
  route(http, openLink, (ctx) => act(ctx, (tx) => service.open(tx, deps, ctx.who)))
  route(http, checkIdentity, async (ctx, { body }) => {
    about(ctx)
    const outcome = await service.identify(db, deps, ctx.who, ctx.ip, body)
    if (!outcome.ok) throw new AppError(outcome.code, { data: { triesLeft: outcome.triesLeft } })
    const { linkId, purpose } = ctx.who
    keepSecret(ctx, config, {
      kind: 'link',
      id: linkId,
      secret: outcome.secret,
      seconds: purpose === 'chat' || purpose === 'form' ? CHAT_LINK_DAYS * COOKIE_SECONDS : COOKIE_SECONDS,
    })
    // The pages of the browser before this one hold a secret that opens nothing any more.
    if (outcome.again) await sockets.closeEverywhere(audience.link(ctx.who.linkId), 'REPEAT_LOGIN')
    return viewOf(ctx, { ...ctx.who, identified: true })
  })
  route(http, askCallback, async (ctx, { body }) => {
    about(ctx)
    const outcome = await callback.askCallback(db, deps, ctx.who, body)
    if (!outcome.ok) throw new AppError(outcome.code, { data: { triesLeft: outcome.triesLeft } })
    return { askedAt: outcome.askedAt.toISOString() }
  })
  const again = { again: view }
  route(http, giveConsents, (ctx, { body }) => act(ctx, (tx) => service.consent(tx, deps, ctx.who, body)), again)
  route(http, answerAuthorisation, async (ctx, { body }) => {
    ctx.target({ kind: 'link', id: ctx.who.linkId, pid: ctx.who.pid, detail: { answer: body.answer } })
    await ctx.tx((tx) => answerAsked(tx, { clock, timers: platform.timers }, ctx.who, body))
    return view(ctx)
  })
  route(http, arrive, (ctx, { body }) => act(ctx, (tx) => service.arrive(tx, deps, ctx.who, body)), again)
  route(http, recordingConsent, (ctx, { body }) => act(ctx, (tx) => service.recordingAnswer(tx, deps, ctx.who, body)))
  route(http, cancelVisit, (ctx, { body }) => act(ctx, (tx) => service.callOff(tx, deps, ctx.who, body)))
  route(http, leaveVisit, (ctx) => leave(ctx, deps, act))
  route(http, changeVisit, async (ctx, { body }) => {
    about(ctx)
    const { qid, pid, partnerId, unitId } = ctx.who
    // The house looks: pressed twice at once, the link is of another visit by now, and no longer this request's to read.
    const link = await living((query) => db.system.read(query), ctx.who, clock.now(), true)
    if (link.qid !== qid) throw new AppError('VERSION_STALE')
    const booking = { ...platform, linkAddress: (token: string) => `${config.publicUrl ?? ''}/link/${token}` }
    const time = formatInZone(new Date(body.at), link.timeZone).slice(11, 16)
    // The doctor's day is not the patient's to read: the house looks, the patient's own rules decide.
    const letGo = link.kind === 'pay' && (await isLetGo((query) => db.system.read(query), qid))
    await db.system.tx((tx) =>
      letGo
        ? rebook(tx, booking, ctx.who, { date: body.date, time })
        : move(tx, booking, { kind: 'patient', pid, qid, partnerId, unitId }, qid, { date: body.date, time }),
    )
    // Of another visit now: what this request may read is still the old one.
    return letGo ? linkView(views, (query) => db.system.read(query), ctx.who, clock.now()) : view(ctx)
  })

  route(
    http,
    patientCall,
    async (ctx, { body }) => {
      about(ctx)
      // A try that reaches nobody is kept, so that the staff see it: it is refused only after the commit.
      const outcome = await ctx.tx(async (tx) => {
        await tx.one(sql`select qid from appointment where qid = ${ctx.who.qid} for update`)
        const link = await service.consented(tx.many, ctx.who, clock.now())
        if (!isToday(link, clock.now())) throw new AppError('APPT_NOT_TODAY')
        if (!mayRing(link, clock.now())) throw new AppError('APPT_ILLEGAL_STEP', { data: { state: link.status } })
        const video = body.videoCall && link.site !== 'voice' && link.smsRoom !== 4
        return ringStaff(tx, deps, link, { name: link.patientName, linkId: ctx.who.linkId, video })
      })
      if (!outcome.ok) throw new AppError(outcome.code)
      return view(ctx)
    },
    again,
  )
  route(http, patientCallAction, (ctx, { params, body }) => {
    const acts = { answer, reject, cancel, hangup }
    return act(ctx, async (tx) => {
      const link = await service.consented(tx.many, ctx.who, clock.now())
      await ownCall(tx, ctx.who, params.callID)
      await acts[body.action](tx, deps, params.callID, patientOf(ctx.who, link))
    })
  })
  route(http, patientToken, async (ctx) => {
    const link = await service.consented(ctx.read, ctx.who, clock.now())
    if (!link.room) throw new AppError('ROOM_NOT_STARTED')
    const room = await requireRoom(ctx.read, link.room.roomId)
    const called = link.call?.state === 'answered' && link.call.roomId === room.roomId
    if (!called && !hub.members(room.roomId).some((member) => member.mid !== null))
      throw new AppError('ROOM_NOT_STARTED')
    const { linkId } = ctx.who
    return mediaToken(ctx.read, { video: deps.video, eyes }, room, {
      name: link.patientName,
      role: 'patient',
      userId: linkUserId(linkId),
      mid: null,
      linkId,
    })
  })
}

const patientOf = ({ pid, qid }: LinkActor, link: Facts) => ({
  kind: 'patient' as const,
  pid,
  qid,
  name: link.patientName,
})

async function ownCall(tx: Tx, { qid }: LinkActor, callId: string): Promise<void> {
  const [own] = await tx.many(sql`select 1 from call where call_id = ${callId} and qid = ${qid}`)
  if (!own) throw new AppError('NOT_FOUND')
}

/** Out of whatever one is in: a call is hung up, a ring given up, the waiting room left. */
async function leave(
  ctx: Ctx<LinkActor>,
  deps: CallDeps,
  act: (ctx: Ctx<LinkActor>, work: (tx: Tx) => Promise<unknown>) => Promise<LinkView>,
): Promise<LinkView> {
  return act(ctx, async (tx) => {
    const link = await living(tx.many, ctx.who, deps.clock.now())
    const { call } = link
    const who = patientOf(ctx.who, link)
    if (call?.state === 'answered') await hangup(tx, deps, call.callId, who)
    else if (call?.state === 'ringing')
      await (call.direction === 'inbound' ? cancel : reject)(tx, deps, call.callId, who)
    else await service.leave(tx, deps, ctx.who)
  })
}
