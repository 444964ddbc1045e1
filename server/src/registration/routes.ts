import * as api from '@teleward/contract/registration/endpoints.ts'
import { bindLine, secondFactorsOf, switchTotpOff, switchTotpOn, unbindLine } from '../sign-in/second-factors.ts'
import type { LoginDeps, SignedIn } from '../sign-in/session-creation.ts'
import { handoverKey, makeHandoverKey, revokeHandoverKey } from '../sign-in/handoverkeys.ts'
import { heardFromLine } from '../sign-in/line-messenger-webhook.ts'
import { handOver } from '../sign-in/handover.ts'
import { endOwnSession, ownSessions } from '../sign-in/ownsessions.ts'
import { resetSecondFactors } from '../sign-in/reset-second-factor.ts'
import { answerSecondFactor } from '../sign-in/second-factor.ts'
import type { Auth } from '../auth/service.ts'
import { switchPartner } from '../sign-in/switch.ts'
import { isFromLine } from '../outbox/line-messenger.ts'
import { smsFate } from '../outbox/providers.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import type { Presence } from '../staff/presence.ts'
import { agreementOf } from './agreements.ts'
import { watchLicences } from './licence.ts'
import { setUpAccount } from './account-setup.ts'
import { accept, ownReview, submitReview } from './own.ts'
import { codeUnderWay, sendAgain, codeSentResponse, verifyPhone } from './phone.ts'
import { institutions, letGo, REGISTRATION_TIMER, register as registerPerson } from './register.ts'
import { resetPassword, sendResets } from './reset.ts'
import { decide, type ReviewDeps, staffReviews } from './review.ts'

export interface EntryDeps {
  auth: Auth
  presence: Presence
}

export function register(deps: Deps, own: EntryDeps): void {
  door(deps)
  phone(deps, own)
  sessions(deps, own)
  bindings(deps)
  reviews(deps, own)
}

/** What answers without a token. */
function door(deps: Deps): void {
  const { http, db } = deps
  route(http, api.getInstitutions, (_ctx, { query }) => institutions(db, query.q))
  route(http, api.getAgreement, (_ctx, { params, query }) => agreementOf(params.kind, query.v, query.lang))
  route(http, api.register, async (ctx, { body }) => {
    const made = await registerPerson(deps, body, { ip: ctx.ip, userAgent: ctx.userAgent })
    ctx.target({ kind: 'staff', id: made.mid, mid: made.mid, partnerId: body.partnerid })
    return codeSentResponse(made, made.phone)
  })
  route(http, api.changePasswordStatus, (ctx, { body }) => resetPassword(deps, body, { ip: ctx.ip, lang: ctx.lang }))
  sendResets(deps)
}

function phone(deps: Deps, { auth }: EntryDeps): void {
  const { http, db, clock, timers, config } = deps
  const phoneDeps = { db, clock, timers, changed: auth.changed, sms: smsFate(config) }
  route(http, api.postAccountSetup, (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return setUpAccount(phoneDeps, ctx.who, body, fromOf(ctx))
  })
  route(http, api.getVerificationCode, (ctx) => codeUnderWay(phoneDeps, ctx.who))
  route(http, api.postVerificationCode, (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return sendAgain(phoneDeps, ctx.who, body, { ip: ctx.ip, lang: ctx.lang })
  })
  route(http, api.putVerificationCode, async (ctx, { params, body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    await verifyPhone(phoneDeps, ctx.who, params.id, body.code)
    const { state } = await ownReview(db, ctx.who, clock.now())
    return { account: ctx.who.account, review: state }
  })
  timers.on(REGISTRATION_TIMER, ({ key }) =>
    letGo(deps, Number(key), (tx, mid) => auth.endAll(tx, mid, 'accountClosed')),
  )
}

const fromOf = (ctx: Pick<Ctx, 'ip' | 'userAgent'>) => ({ ip: ctx.ip, userAgent: ctx.userAgent })
const entered = ({ status, answer, data }: SignedIn) => ({ status, ...answer, data })

function sessions({ http, db, clock }: Deps, { auth, presence }: EntryDeps): void {
  const signedIn: LoginDeps['signedIn'] = async (tx, mid) => {
    await presence.step(tx, mid, { kind: 'signedIn' })
  }
  const login: LoginDeps = { db, clock, tokens: auth.tokens, signedIn }
  const target = (ctx: Pick<Ctx, 'target'>, { sid, mid, partnerId }: SignedIn) =>
    ctx.target({ kind: 'session', id: sid, mid, partnerId })
  const heard = (ctx: Pick<Ctx, 'target'>) => (mid: number) => ctx.target({ kind: 'staff', id: mid, mid })

  route(http, api.theseAutoLogin, async (ctx, { body }) => {
    const done = await handOver(login, body, fromOf(ctx), heard(ctx))
    target(ctx, done)
    return { ...entered(done), to: done.to }
  })
  const keys = { db, clock }
  const house = (id: number) => ({ kind: 'partner', id })
  route(http, api.getHandoverKey, (ctx, { params }) => handoverKey(keys, (q) => ctx.read(q), ctx.who, params.partnerid))
  route(http, api.postHandoverKey, (ctx, { params, body }) => {
    ctx.target(house(params.partnerid))
    return makeHandoverKey(keys, (q) => ctx.read(q), ctx.who, { partnerId: params.partnerid, password: body.password })
  })
  route(http, api.deleteHandoverKey, async (ctx, { params }) => {
    ctx.target(house(params.partnerid))
    await revokeHandoverKey(keys, (q) => ctx.read(q), ctx.who, params.partnerid)
    return {}
  })
  route(http, api.answerSecondFactor, async (ctx, { body }) => {
    const done = await answerSecondFactor(login, body, fromOf(ctx), heard(ctx))
    target(ctx, done)
    return entered(done)
  })
  route(http, api.switchPartner, async (ctx, { body }) => {
    ctx.target({ kind: 'session', id: ctx.who.sid, detail: { to: body.partnerid } })
    // Whoever goes to another institution is away there, as after any sign-in.
    const away: LoginDeps = {
      ...login,
      signedIn: async (tx, mid) => {
        await presence.step(tx, mid, { kind: 'signedOut' })
      },
    }
    return entered(await switchPartner(away, ctx.who, body.partnerid, fromOf(ctx)))
  })
  route(http, api.getSessions, (ctx) => ownSessions(db, ctx.who, clock.now()))
  route(http, api.deleteSession, async (ctx, { params }) => {
    ctx.target({ kind: 'session', id: params.id })
    await endOwnSession(db, ctx.who, params.id, clock.now())
    return {}
  })
}

function bindings({ http, db, clock, config, log }: Deps): void {
  const { line, development } = config.outbox
  const deps = { db, clock, line, development }
  const self = (ctx: { who: StaffActor } & Pick<Ctx, 'target'>) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return ctx.who
  }
  route(
    http,
    api.postLineWebhook,
    async (ctx, { body }) => {
      if (!line) throw new AppError('NOT_FOUND')
      const sent = ctx.sent()
      if (!isFromLine(line, sent.text, sent.header('x-line-signature'))) throw new AppError('FORBIDDEN')
      await heardFromLine({ ...deps, line, log }, body.events)
      return {}
    },
    { signed: true },
  )
  route(http, api.getTotp, (ctx) => secondFactorsOf(deps, ctx.who.mid))
  route(http, api.postLineBinding, (ctx, { body }) => {
    return bindLine(deps, self(ctx), body)
  })
  route(http, api.deleteLineBinding, async (ctx, { body }) => {
    await unbindLine(deps, self(ctx), body.password)
    return {}
  })
  route(http, api.deleteSecondSteps, async (ctx, { params }) => {
    ctx.target({ kind: 'staff', id: params.mid })
    return { removed: await resetSecondFactors(deps, (q) => ctx.read(q), ctx.who, params.mid) }
  })
  route(http, api.postTotp, (ctx, { body }) => {
    return switchTotpOn(deps, self(ctx), body)
  })
  route(http, api.deleteTotp, async (ctx, { body }) => {
    await switchTotpOff(deps, self(ctx), body.password, body.code ?? '')
    return {}
  })
}

function reviews(deps: Deps, { auth, presence }: EntryDeps): void {
  const { http, db, clock, timers } = deps
  const review: ReviewDeps = {
    db,
    clock,
    timers,
    changed: auth.changed,
    away: async (tx, mid) => {
      await presence.step(tx, mid, { kind: 'signedOut' })
    },
  }
  watchLicences(review)
  route(http, api.getOwnReview, (ctx) => ownReview(db, ctx.who, clock.now()))
  route(http, api.postOwnReview, (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return submitReview(deps, ctx.who, body)
  })
  route(http, api.postAcceptance, (ctx, { params, body }) => {
    ctx.target({ kind: 'agreement', id: `${params.kind}.${body.version}` })
    return accept(deps, ctx.who.mid, { kind: params.kind, ...body }, fromOf(ctx))
  })
  route(http, api.getStaffReviews, (ctx, { query }) => {
    ctx.target({ kind: 'staffReviews', id: ctx.who.partnerId })
    return staffReviews(db, ctx.who, query, clock.now())
  })
  route(http, api.putStaffReview, async (ctx, { params, body }) => {
    const { action, reason } = body
    const target = { kind: 'staff', id: params.mid }
    // Of a refusal what was tried.
    ctx.target({ ...target, detail: { action, reason } })
    const { now, before, after } = await decide(review, ctx.who, params.mid, body)
    ctx.target({ ...target, detail: { action, reason, before, after } })
    return now
  })
}
