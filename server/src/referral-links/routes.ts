import * as api from '@teleward/contract/referrals/outside-endpoints.ts'
import { printedForOutside } from '../documents/service.ts'
import { contentReply, type Place } from '../files/addresses.ts'
import type { Read } from '../patients/service.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, RawReply, route } from '../platform/http/index.ts'
import { oneReferral, recordsOf } from '../referrals/service.ts'
import { keepSecret } from '../visit-links/browser.ts'
import { type Link, linkOf, looked, requireOpen, tryCode } from './access.ts'
import { attachedFile, letterOf, outsideStep, pageOf, receive } from './service.ts'

/** Letters to institutions outside, as these read and answer them: by a link, a code beside it, and no account. */
export function register(deps: Deps): void {
  const { http, db, clock, config, timers } = deps
  const storage = deps.storage.files
  const checkAt = `${config.publicUrl?.replace(/\/$/, '') ?? ''}/pages/document`
  const read: Read = (query) => db.system.read(query)
  type Caller = Ctx<undefined>

  const held = async (ctx: Caller, token: string) => {
    const found = await linkOf({ db, clock }, { token, ip: ctx.ip, cookie: ctx.cookie })
    about(ctx, found.link, { step: found.standing })
    return found
  }
  const about = (ctx: Caller, link: Link, detail: object) =>
    ctx.target({
      kind: 'referral',
      id: link.referralId,
      pid: link.pid,
      partnerId: link.partnerId,
      detail: { link: link.id, ...detail },
    })
  const opened = async (ctx: Caller, token: string) => {
    const one = await held(ctx, token)
    requireOpen(one.standing)
    return one.link
  }

  route(http, api.getOutsideReferral, async (ctx, { params }) => {
    const { link, standing } = await held(ctx, params.token)
    if (standing === 'open') await db.system.tx((tx) => looked(tx, link, clock.now()))
    return pageOf(read, link, standing)
  })
  route(http, api.openOutsideReferral, async (ctx, { params, body }) => {
    const { link, standing } = await held(ctx, params.token)
    if (standing !== 'code' && standing !== 'open') requireOpen(standing)
    const now = clock.now()
    const outcome = await tryCode(db, link, body.code, now, (tx, one) => receive(tx, { timers, now }, one))
    if (!outcome.ok) throw new AppError(outcome.code, { data: { triesLeft: outcome.triesLeft } })
    keepSecret(ctx, config, {
      kind: 'referral',
      id: link.id,
      secret: outcome.secret,
      seconds: Math.max(60, Math.floor((link.expiresAt.getTime() - now.getTime()) / 1000)),
    })
    return pageOf(read, link, 'open')
  })
  route(http, api.answerOutsideReferral, async (ctx, { params, body }) => {
    const link = await opened(ctx, params.token)
    about(ctx, link, { step: body.action })
    const now = clock.now()
    await db.system.tx((tx) => outsideStep(tx, { timers, now }, link, body)).catch(told)
    return pageOf(read, link, 'open')
  })
  route(http, api.outsideLetter, async (ctx, { params }) => {
    const link = await opened(ctx, params.token)
    const { letter, records } = await letterOf(read, link)
    const { bytes, code } = await printedForOutside({
      ...{ read, letter, records, checkAt },
      tx: (work) => db.system.tx(work),
      partnerId: link.partnerId,
      zone: link.zone,
      lang: ctx.lang,
      now: clock.now(),
    })
    return new RawReply(bytes, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="referral-${code}.pdf"`,
      'cache-control': 'no-store',
    })
  })
  route(http, api.outsideFile, async (ctx, { params }) => {
    const link = await opened(ctx, params.token)
    about(ctx, link, { file: params.file })
    const { records } = await letterOf(read, link)
    return fileOf(link.referralId, params.file, records !== null)
  })
  route(http, api.getReferralFile, async (ctx, { params }) => {
    ctx.target({ kind: 'referral', id: params.id, detail: { file: params.file } })
    const own: Read = (query) => ctx.read(query)
    const letter = await oneReferral(own, ctx.who, params.id)
    const records = await recordsOf(own, ctx.who, letter.id)
    return fileOf(letter.id, params.file, records?.files.some(({ id }) => id === params.file) ?? false)
  })

  /** The letter is what opens the file: of the record it came from nothing else does for who asks here. */
  const fileOf = async (referral: string, file: string, reads: boolean) => {
    const [place] = reads ? await read(attachedFile(referral, file)) : []
    if (!place) throw new AppError('NOT_FOUND')
    return contentReply(storage, place as Place, 'view', undefined)
  }
}

/** Whoever answers from outside learns that the letter stands otherwise, and asks for the page again. */
function told(error: unknown): never {
  if (error instanceof AppError && error.code === 'VERSION_STALE') throw new AppError('VERSION_STALE')
  throw error
}
