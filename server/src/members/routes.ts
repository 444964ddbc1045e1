import { localDay } from '@teleward/contract/core/zone.ts'
import * as api from '@teleward/contract/members/endpoints.ts'
import * as marks from '@teleward/contract/members/mark-endpoints.ts'
import * as registry from '@teleward/contract/members/register-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { addMember, failureOf } from './add.ts'
import { changeMember, changeMembership, joinUnit } from './change.ts'
import { memberInFull } from './detail.ts'
import { choices, identities } from './filter.ts'
import { importMembers, readFile } from './imports.ts'
import { marksOf, withManagers } from './marks.ts'
import { membershipsOf } from './memberships.ts'
import { merge, undo } from './merge.ts'
import { type Paged, recents } from './repo.ts'
import { listMembers, patientByAccount, searchWhole } from './search.ts'
import type { Read } from '../patients/service.ts'
import { template } from './template.ts'

const paged = <T>({ rows, total }: Paged<T>, { page, pageSize }: { page: number; pageSize: number }) => ({
  data: rows,
  page,
  pageSize,
  total,
})
const RECENT = 8
/** Base64 of the largest file, and the rest of the body. */
const IMPORT_BODY = 3 * 1024 * 1024

export function register({ http, clock }: Deps): void {
  route(http, api.searchMember, async (ctx, { body }) =>
    paged(await searchWhole((statement) => ctx.read(statement), body), body),
  )
  for (const list of [api.getMemberList, api.memberList])
    route(http, list, async (ctx, { body }) => {
      const read: Read = (statement) => ctx.read(statement)
      const found = await listMembers(read, body, clock.now())
      return paged(ctx.asFile ? { ...found, rows: await withManagers(read, ctx.who, found.rows) } : found, body)
    })
  route(http, marks.getMemberMarks, (ctx, { body }) => marksOf((statement) => ctx.read(statement), ctx.who, body.pids))
  route(http, api.getMemberFilter, (ctx) => choices((statement) => ctx.read(statement), ctx.who))
  route(http, api.getIdentities, (ctx) => identities((statement) => ctx.read(statement)))
  route(http, api.recentMembers, async (ctx) => {
    const found = await recents((statement) => ctx.read(statement), ctx.who.mid, RECENT, clock.now())
    ctx.target({ kind: 'members', id: 'recent', detail: { pids: found.map(({ pid }) => pid) } })
    return found
  })
  route(http, api.getPatientByAccount, async (ctx, { body }) => {
    const found = await patientByAccount((statement) => ctx.read(statement), body.account)
    ctx.target({ kind: 'member', id: found.pid, pid: found.pid })
    return found
  })
  changes({ http, clock })
  keeping({ http, clock })
}

function changes({ http, clock }: Pick<Deps, 'http' | 'clock'>): void {
  route(http, api.addMember, async (ctx, { body }) => {
    try {
      return await ctx.tx(async (tx) => {
        const added = await addMember(tx, ctx.who, clock.now(), body)
        ctx.target({ kind: 'member', id: added.pid, pid: added.pid })
        return added
      })
    } catch (error) {
      throw failureOf(error)
    }
  })
  route(http, api.getMember, async (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    return memberInFull((statement) => ctx.read(statement), params.pid, clock.now())
  })
  route(http, api.changeMember, (ctx, { params, body }) => {
    // Which fields, not what they say.
    ctx.target({
      kind: 'member',
      id: params.pid,
      pid: params.pid,
      detail: { fields: Object.keys(body).filter((name) => name !== 'version') },
    })
    return ctx.tx((tx) => changeMember(tx, ctx.who, clock.now(), params.pid, body))
  })
  route(http, api.changeMembership, (ctx, { params, body }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid, detail: { ...body } })
    return ctx.tx((tx) => changeMembership(tx, params.pid, body))
  })
  route(http, api.getMemberships, async (ctx, { params }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid })
    return membershipsOf((statement) => ctx.read(statement), params.pid)
  })
  route(http, api.joinUnit, (ctx, { params, body }) => {
    ctx.target({ kind: 'member', id: params.pid, pid: params.pid, detail: { ...body } })
    return ctx.tx((tx) => joinUnit(tx, ctx.who, clock.now(), params.pid, body))
  })
}

function keeping({ http, clock }: Pick<Deps, 'http' | 'clock'>): void {
  route(
    http,
    registry.importMembers,
    async (ctx, { body }) => {
      const read = await readFile(body.file)
      return ctx.tx(async (tx) => {
        const result = await importMembers(tx, ctx.who, clock.now(), ctx.lang, read, body)
        const { state, total, imported, bad } = result
        ctx.target({ kind: 'import', id: body.importId, detail: { state, total, imported, bad } })
        return result
      })
    },
    { bodyLimit: IMPORT_BODY },
  )
  route(http, registry.importTemplate, (ctx) => template(ctx.lang))
  route(http, registry.mergeMembers, (ctx, { body }) => {
    ctx.target({
      kind: 'member',
      id: body.kept,
      pid: body.kept,
      detail: { merged: body.merged, take: body.take },
    })
    const now = clock.now()
    return ctx.tx((tx) => merge(tx, { now, today: localDay(now, ctx.who.timeZone) }, ctx.lang, body))
  })
  route(http, registry.undoMerge, async (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const back = await undo(tx, ctx.lang, params.id)
      ctx.target({
        kind: 'member',
        id: back.kept,
        pid: back.kept,
        detail: { merge: params.id, restored: back.restored },
      })
      return back
    }),
  )
}
