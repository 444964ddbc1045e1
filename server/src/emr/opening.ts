import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { isAppError } from '../platform/errors.ts'
import type { Ctx } from '../platform/http/index.ts'

export type StaffCtx = Ctx<StaffActor>
export const reader =
  (ctx: StaffCtx): Read =>
  (query) =>
    ctx.read(query)

/** Attempts at a record that is not open are kept in the audit log like its openings. */
export async function opening<T>(
  ctx: StaffCtx,
  definition: EndpointShape,
  about: { pid: number; qid?: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error, 'EMR_NOT_AUTHORISED'))
      await ctx.tx((tx) =>
        tx.audit({
          action: `${definition.method} ${definition.path}`,
          kind: definition.audit === 'write' ? 'write' : 'read',
          target: { kind: 'record', id: about.pid },
          pid: about.pid,
          outcome: error.code,
          ...(about.qid ? { detail: { qid: about.qid } } : {}),
        }),
      )
    throw error
  }
}
