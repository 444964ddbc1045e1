import * as api from '@teleward/contract/files/drive-endpoints.ts'
import { scopeOf } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { holderOf, route } from '../platform/http/index.ts'
import { fastifyPath } from '../platform/http/route.ts'
import type { Storage } from '../storage/index.ts'
import { openTicket, signerOf } from '../storage/tickets.ts'
import { contentReply, type Shape } from './addresses.ts'
import { drivePath, drivePlace, driveFiles, forget, lookedAt, share, shownDriveFile, stored, unshare } from './drive.ts'

/** Files that colleagues share. */
export function driveRoutes({ http, db, clock }: Deps, storage: Storage): void {
  route(http, api.getDriveFiles, async (ctx, { query }) =>
    driveFiles((one) => ctx.read(one), await signerOf(db, ctx.who, clock.now()), query),
  )
  route(
    http,
    api.postDriveFile,
    async (ctx, { body }) => {
      const looked = await lookedAt(body)
      const signer = await signerOf(db, ctx.who, clock.now())
      const kept = await stored(storage, ctx.who, body, looked)
      try {
        return await ctx.tx(async (tx) => {
          const made = await share(tx, ctx.who, clock.now(), body, kept)
          ctx.target({ kind: 'driveFile', id: made.id, detail: { format: made.format, bytes: made.bytes } })
          return shownDriveFile(signer, made)
        })
      } catch (error) {
        // Refused: nothing of it stays. A store that cannot take it back now does not stand for what it was refused for.
        if (isAppError(error)) await forget(storage, kept).catch(() => undefined)
        throw error
      }
    },
    { bodyLimit: api.DRIVE_MAX_MB * 1024 * 1024 * 1.4 },
  )
  route(http, api.deleteDriveFile, async (ctx, { params }) => {
    ctx.target({ kind: 'driveFile', id: params.id })
    await ctx.tx((tx) => unshare(tx, ctx.who, clock.now(), params.id))
    return { id: params.id }
  })
  http.register(api.driveContent)
  http.app.get<{ Params: { id: string } }>(fastifyPath(api.driveContent.path), async (request, reply) => {
    const params = api.driveContent.params.safeParse(request.params)
    const query = api.driveContent.query.safeParse(request.query)
    if (!params.success || !query.success) throw new AppError('FILE_LINK_EXPIRED')
    const ticket = await openTicket(db, query.data.ticket, drivePath(params.data.id), clock.now())
    const holder = await holderOf(http.authenticate, ticket.sid, api.getDriveFiles.permission)
    const place = await drivePlace((one) => db.read(scopeOf(holder), one), params.data.id)
    const { body, headers, status } = await contentReply(storage, place, ticket.as as Shape, request.headers.range)
    return reply.status(status).headers(headers).send(body)
  })
}
