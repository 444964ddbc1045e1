import * as api from '@teleward/contract/fees/endpoints.ts'
import * as money from '@teleward/contract/fees/refund-endpoints.ts'
import { payByLink } from '@teleward/contract/links/endpoints.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { actorOf, current, entry, onStep } from '../appointments/service.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import { beginCheckout, keepAddress, takeReport } from './checkout.ts'
import { serveDevelopmentCheckout } from './development.ts'
import { exempt, exemptions, withdraw } from '../fees/exemptions.ts'
import { followPayment, settleAtDesk } from './payments.ts'
import { type CheckoutProvider, SIGNATURE_HEADER } from './provider.ts'
import { providerOf } from './providers.ts'
import { beginRefund, endRefund, oneRefund, refunds } from './refunds.ts'
import { feeInForce, feesOf, freeFor, setFees } from '../fees/service.ts'

const reader =
  (ctx: Ctx<StaffActor>): Read =>
  (query) =>
    ctx.read(query)

export function register(deps: Deps): void {
  const { http, clock } = deps
  onStep('payments', followPayment(deps))
  route(http, api.createDoctorFee, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { now, before, after } = await setFees(tx, ctx.who, body, clock.now())
      ctx.target({ kind: 'staff', id: ctx.who.mid, detail: { before, after } })
      return now
    }),
  )
  route(http, api.getDoctorGeneralFee, (ctx, { params }) => feesOf(reader(ctx), ctx.who.partnerId, params.id))
  route(http, api.servicefee, (ctx, { body }) => feeInForce(reader(ctx), ctx.who.partnerId, body))
  route(http, api.checkmemberfreepay, async (ctx, { body }) => {
    const { partnerId, unitIds, timeZone } = ctx.who
    const read = reader(ctx)
    ctx.target({ kind: 'member', id: body.pid, pid: body.pid })
    const known = await patientBrief(read, body.pid)
    if (!known || !unitIds.includes(known.unitId)) throw await absence(read, body.pid)
    const date = body.date ?? localDay(clock.now(), timeZone)
    return freeFor(read, { partnerId, unitIds, pid: body.pid, did: body.did, date })
  })
  route(http, api.payments, async (ctx, { body }) => {
    try {
      return await ctx.tx(async (tx) => {
        ctx.target({ kind: 'appointment', id: body.qid, detail: { payment: body.action } })
        await settleAtDesk(tx, deps, ctx.who, actorOf(ctx.who), body)
        const after = await entry(tx.many, ctx.who, body.qid)
        ctx.target({ kind: 'appointment', id: body.qid, pid: after.pid, detail: { payment: body.action } })
        return after
      })
    } catch (error) {
      if (!isAppError(error, 'VERSION_STALE')) throw error
      throw new AppError('VERSION_STALE', { data: await current(reader(ctx), ctx.who, body.qid), cause: error })
    }
  })
  const provider = providerOf(deps.config, deps.db)
  serveDevelopmentCheckout(deps)
  checkouts(deps, provider)
  givingBack(deps, provider)
  exempting(deps)
}

/** From home: to the provider's page, and what the provider says of it. */
function checkouts(deps: Deps, provider: CheckoutProvider | undefined): void {
  const { http, db, clock, config } = deps
  const booking = { ...deps, linkAddress: (token: string) => `${config.publicUrl ?? ''}/link/${token}` }
  route(http, payByLink, async (ctx) => {
    ctx.target({ kind: 'appointment', id: ctx.who.qid, pid: ctx.who.pid, detail: { payment: 'checkout' } })
    // A link of the visit itself opens the visit, and nothing else.
    if (ctx.who.purpose !== 'pay') throw new AppError('LINK_INVALID')
    if (!provider) throw new AppError('PROVIDER_MISSING')
    const ask = await ctx.tx((tx) => beginCheckout(tx, ctx.who, provider.name, clock.now()))
    if (ask.url) return { url: ask.url, until: ask.until.toISOString() }
    const { url } = await provider.open(ask)
    await ctx.tx((tx) => keepAddress(tx, ask.id, url))
    return { url, until: ask.until.toISOString() }
  })
  route(
    http,
    money.providerReport,
    async (ctx, { params, body }) => {
      if (params.provider !== provider?.name) throw new AppError('NOT_FOUND')
      const sent = ctx.sent()
      if (!(await provider.signed(sent.text, sent.header(SIGNATURE_HEADER)))) throw new AppError('UNAUTHENTICATED')
      ctx.target({ kind: 'checkout', id: body.checkout, detail: { outcome: body.outcome } })
      const { taken, partnerId, pid } = await db.system.tx((tx) => takeReport(tx, booking, provider.name, body))
      ctx.target({ kind: 'checkout', id: body.checkout, pid, partnerId, detail: { outcome: body.outcome, taken } })
      return { taken }
    },
    { signed: true },
  )
}

/** The money of visits that do not come about. The provider is asked between two transactions: it may take its time. */
function givingBack({ http, clock }: Deps, provider: CheckoutProvider | undefined): void {
  const name = provider?.name
  route(http, money.getRefunds, (ctx, { query }) => {
    ctx.target({ kind: 'refunds', id: ctx.who.partnerId })
    return refunds(reader(ctx), ctx.who, name, query)
  })
  const current = (ctx: Ctx<StaffActor>, qid: number, id: string) => oneRefund(reader(ctx), ctx.who, name, id, qid)
  route(
    http,
    money.giveRefund,
    async (ctx, { params, body }) => {
      const { qid } = params
      ctx.target({ kind: 'appointment', id: qid, detail: { refund: body.refund, method: body.method } })
      const asked = await ctx.tx((tx) => beginRefund(tx, ctx.who, qid, body, clock.now(), name))
      if (!asked || !provider) return current(ctx, qid, body.refund)
      const outcome = await provider.refund({ id: body.refund, ...asked })
      await ctx.tx((tx) => endRefund(tx, ctx.who, { id: body.refund, qid }, outcome, clock.now()))
      if (!outcome.ok) throw new AppError('PAYMENT_FAILED', { data: await current(ctx, qid, body.refund) })
      return current(ctx, qid, body.refund)
    },
    { again: (ctx, { params, body }) => current(ctx, params.qid, body.refund) },
  )
}

function exempting({ http, clock }: Deps): void {
  route(http, money.getExemptions, (ctx, { query }) => {
    ctx.target({ kind: 'exemptions', id: ctx.who.partnerId })
    return exemptions(reader(ctx), ctx.who, clock.now(), query)
  })
  route(http, money.postExemption, (ctx, { body }) => {
    ctx.target({ kind: 'member', id: body.pid, pid: body.pid, detail: { exemption: body.kind } })
    return ctx.tx((tx) => exempt(tx, ctx.who, body, clock.now()))
  })
  route(http, money.deleteExemption, (ctx, { params, query }) => {
    ctx.target({ kind: 'exemption', id: params.id })
    return ctx.tx(async (tx) => {
      const after = await withdraw(tx, ctx.who, { ...params, ...query }, clock.now())
      ctx.target({ kind: 'exemption', id: params.id, pid: after.pid })
      return after
    })
  })
}
