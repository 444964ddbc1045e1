import type { Call } from '@teleward/contract/calls/schema.ts'
import {
  callInfo,
  callOut,
  callOut2,
  createCall,
  getCallList,
  inviteToCall,
  patientInfoByMid,
  patientInfoByQid,
  ringRoom,
  memberCalls,
  transferCall,
  updateCallInfoStatus,
} from '@teleward/contract/calls/endpoints.ts'
import { daysBetween, localDay } from '@teleward/contract/core/dates.ts'
import { LOG_DAYS } from '@teleward/contract/calls/log-schema.ts'
import { fetchCallLog } from '@teleward/contract/calls/log-endpoints.ts'
import type { StaffActor } from '../../platform/actor.ts'
import type { Compilable, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type Ctx, route } from '../../platform/http/index.ts'
import { requireEnterable, requireRoom } from '../rooms/service.ts'
import { linkCall } from '../../crm/links.ts'
import { bringIn, ringColleagues } from './colleagues.ts'
import { callDetail, callList, memberCalls as callsOf } from './lists.ts'
import { callLog } from './log.ts'
import { callPatient, visitByQid, visitOfPerson } from './outgoing.ts'
import { patientByMid, patientOfVisit, requirePatient } from './patient.ts'
import { answer, asCall, type CallDeps, cancel, endForAll, hangup, reject } from './service.ts'

type Entry = ReturnType<typeof visitByQid> extends Compilable<infer E> ? E : never

export function registerCalls({ http, clock }: Deps, deps: CallDeps): void {
  const call = async (
    ctx: Ctx<StaffActor>,
    find: (tx: Tx) => Promise<Entry | undefined>,
    video: boolean,
    sn?: number,
  ): Promise<Call> =>
    ctx.tx(async (tx) => {
      const made = await callPatient(tx, deps, await find(tx), { viewer: ctx.who, name: ctx.who.name, video })
      if (sn !== undefined) await linkCall(tx, ctx.who, clock.now(), { sn, lang: ctx.lang }, made)
      ctx.target({ kind: 'call', id: made.call.callID, pid: made.pid })
      return made.call
    })

  route(http, ringRoom, async (ctx, { body }) => {
    const room = await requireRoom(ctx.read, body.roomId)
    await requireEnterable(ctx.read, room, ctx.who.mid)
    const { qid } = room
    if (qid === null) throw new AppError('PATIENT_OFFLINE')
    return call(ctx, (tx) => tx.one(visitByQid(qid, clock.now())), body.videoCall)
  })
  route(http, createCall, async (ctx, { body }) => {
    if (body.partnerID !== undefined && body.partnerID !== ctx.who.partnerId) throw new AppError('NOT_FOUND')
    if (body.roomID !== undefined && (await requireRoom(ctx.read, body.roomID)).qid !== body.queueID)
      throw new AppError('NOT_FOUND')
    return call(ctx, (tx) => tx.one(visitByQid(body.queueID, clock.now())), body.videoCall)
  })
  route(http, callOut, async (ctx, { body }) => {
    if ('pid' in body) await requirePatient(ctx.read, body.pid)
    return call(
      ctx,
      (tx) =>
        'queueID' in body
          ? tx.one(visitByQid(body.queueID, clock.now()))
          : tx.maybe(visitOfPerson(body.pid, clock.now())),
      body.videoCall,
      body.sn,
    )
  })

  route(http, callOut2, async (ctx, { body }) => {
    const mids = 'mid' in body ? [body.mid] : body.mids
    const outcome = await ctx.tx(async (tx) => {
      const rung = await ringColleagues(tx, deps, ctx.who, { mids, video: body.videoCall })
      if (rung.row) ctx.target({ kind: 'call', id: rung.row.callId, detail: { mids } })
      return rung
    })
    // A try that reached nobody is kept: it is refused only after the commit.
    if (!outcome.ok) throw new AppError(outcome.code)
    return { ...asCall(outcome.row), waiting: outcome.waiting }
  })
  const bring = (how: 'invite' | 'transfer', ctx: Ctx<StaffActor>, callId: string, mid: number, attended: boolean) =>
    ctx.tx(async (tx) => {
      const row = await bringIn(tx, deps, ctx.who, { callId, mid, how, attended })
      ctx.target({
        kind: 'call',
        id: row.callId,
        pid: row.pid,
        detail: { mid, ...(how === 'transfer' ? { attended } : {}) },
      })
      return asCall(row)
    })
  route(http, inviteToCall, (ctx, { body }) => bring('invite', ctx, body.callID, body.mid, true))
  route(http, transferCall, (ctx, { body }) => bring('transfer', ctx, body.callID, body.mid, body.attended))

  route(http, getCallList, async (ctx) => {
    const { mid } = ctx.who
    return callList(ctx.read, mid, deps.hub.roomsOf(mid), clock.now())
  })
  route(http, callInfo, async (ctx, { body }) => {
    const detail = await callDetail(ctx.read, body.callID, ctx.who.rights['call.log'] === 'y')
    ctx.target({ kind: 'call', id: detail.callID, pid: detail.pid })
    // Over a covered screen rings what rings now; what has been stands beneath it.
    if (ctx.who.covered && !['ringing', 'answered'].includes(detail.state)) throw new AppError('SESSION_COVERED')
    return detail
  })
  route(http, fetchCallLog, async (ctx, { body }) => {
    // A first day alone goes on to today: that, too, is a year at most.
    if (body.from && !body.to && daysBetween(body.from, localDay(clock.now(), ctx.who.timeZone)) >= LOG_DAYS)
      throw new AppError('BAD_INPUT', { fields: [{ path: 'body.from', code: 'VALUE_INVALID' }] })
    if (body.pid !== undefined) ctx.target({ kind: 'member', id: body.pid, pid: body.pid })
    const { rows, total } = await callLog(ctx.read, ctx.who, clock.now(), body)
    return { data: rows, page: body.page, pageSize: body.pageSize, total }
  })
  route(http, memberCalls, (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    return callsOf((q) => ctx.read(q), params.pid)
  })
  route(http, updateCallInfoStatus, async (ctx, { body }) => {
    const { callID, action, reason } = body
    const { mid, name } = ctx.who
    const acts = { answer, cancel, hangup, end: endForAll }
    const who = { kind: 'staff', mid, name } as const
    return ctx.tx(async (tx) => {
      const row =
        action === 'reject' ? await reject(tx, deps, callID, who, reason) : await acts[action](tx, deps, callID, who)
      ctx.target({ kind: 'call', id: row.callId, pid: row.pid, detail: { action, ...(reason ? { reason } : {}) } })
      return asCall(row)
    })
  })
  route(http, patientInfoByQid, async (ctx, { params }) => {
    const info = await patientOfVisit(ctx.read, params.queueID)
    ctx.target({ kind: 'appointment', id: params.queueID, pid: info.pid })
    return info
  })
  route(http, patientInfoByMid, async (ctx, { params }) => {
    const info = await patientByMid(ctx.read, params.mid)
    ctx.target({ kind: 'member', id: params.mid, pid: info.pid })
    return info
  })
}
