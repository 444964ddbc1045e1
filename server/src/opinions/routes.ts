import * as api from '@teleward/contract/opinions/endpoints.ts'
import type { OpinionDetail } from '@teleward/contract/opinions/schema.ts'
import { confirmPerson } from '../emr/confirm.ts'
import { reader, type StaffCtx } from '../emr/opening.ts'
import { fileSigner, type FileSigner, shownFile } from '../files/addresses.ts'
import { fileToShow } from '../files/files.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import * as repo from './repo.ts'
import {
  answer,
  dayOf,
  DUE,
  type Detail,
  detail,
  dueCame,
  foresee,
  invite,
  opened,
  step,
  type Viewer,
} from './service.ts'

export function register(deps: Deps): void {
  const { http, db, clock, timers } = deps
  route(http, api.getOpinions, async (ctx, { query }) => {
    if (query.pid !== undefined && !(await patientBrief(reader(ctx), query.pid)))
      throw await absence(reader(ctx), query.pid)
    const rows = await ctx.read(repo.list(ctx.who, query, dayOf({ who: ctx.who, now: clock.now() })))
    if (query.pid !== undefined) ctx.target({ kind: 'record', id: query.pid, pid: query.pid })
    const data = rows.flatMap(({ row }) => (row ? [row] : []))
    return { data, page: query.page, pageSize: query.pageSize, total: rows[0]?.total ?? 0 }
  })
  route(http, api.opinionDoctors, (ctx, { query }) => ctx.read(repo.doctors(ctx.who, query.q)))

  route(http, api.getOpinion, async (ctx, { params }) => {
    ctx.target({ kind: 'opinion', id: params.id })
    const read = reader(ctx)
    const asker = { who: ctx.who, now: clock.now() }
    const seen = await detail(read, asker, params.id)
    const { side, state, openedAt } = seen.opinion
    const first = side === 'invited' && state === 'inProcess' && openedAt === null
    const found = first ? await ctx.tx((tx) => opened({ tx, timers, ...asker }, params.id)) : seen
    ctx.target({
      kind: 'opinion',
      id: params.id,
      pid: found.pid,
      detail: { reason: side === 'invited' ? 'opinion' : 'record', shown: found.shown?.length ?? 0 },
    })
    return whole(read, await fileSigner(deps, ctx.who), found)
  })

  /** A step in its transaction; the audit row says of which opinion and whose. */
  const stepped = async (ctx: StaffCtx, work: (asker: Viewer) => Promise<Detail>) => {
    const signer = await fileSigner(deps, ctx.who)
    return ctx.tx(async (tx) => {
      const after = await work({ tx, timers, who: ctx.who, now: clock.now() })
      ctx.target({
        kind: 'opinion',
        id: after.opinion.id,
        pid: after.pid,
        detail: { state: after.opinion.state, records: after.opinion.records },
      })
      return whole(tx.many, signer, after)
    })
  }
  route(http, api.postOpinion, (ctx, { body }) => {
    ctx.target({ kind: 'record', id: body.pid, pid: body.pid })
    return stepped(ctx, (asker) => invite(asker, body))
  })
  route(http, api.putOpinion, (ctx, { params, body }) => {
    ctx.target({ kind: 'opinion', id: params.id, detail: { action: body.action } })
    return stepped(ctx, (asker) => step(asker, params.id, body))
  })
  route(http, api.postOpinionAnswer, async (ctx, { params, body }) => {
    ctx.target({ kind: 'opinion', id: params.id, detail: { action: 'answer' } })
    await foresee(reader(ctx), { who: ctx.who, now: clock.now() }, params.id, body)
    await confirmPerson({ db, clock }, ctx.who, body.password)
    return stepped(ctx, (asker) => answer(asker, params.id, body))
  })

  timers.on(DUE, ({ key }) => db.system.tx((tx) => dueCame(tx, key, clock.now())))
}

/** With the files that are shown as the caller gets them: small pictures, and what opens them. */
async function whole(
  read: Read,
  signer: FileSigner,
  { opinion, asleep, shown, answers }: Detail,
): Promise<OpinionDetail> {
  const records: OpinionDetail['shown'] = shown && []
  for (const one of shown ?? []) {
    if (one.kind !== 'file') records?.push(one)
    else {
      const row = one.there ? await fileToShow(read, one.id) : undefined
      // Whose it is the invitation says, as far as its inviter shares it.
      const file = row && { ...row, patient: opinion.side === 'invited' ? null : row.patient }
      records?.push({ kind: 'file', id: one.id, file: file ? shownFile(signer, file) : null })
    }
  }
  return { ...opinion, asleep, shown: records, answers }
}
