import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { isAppError } from '../platform/errors.ts'
import type { Ctx } from '../platform/http/index.ts'

export type StaffCtx = Ctx<StaffActor>
export const reader =
  (ctx: StaffCtx): Read =>
  (query) =>
    ctx.read(query)

/** Whose record an attempt was at that is not open: the log keeps it like an opening. */
export async function opening<T>(
  ctx: StaffCtx,
  about: { pid: number; qid?: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error, 'EMR_NOT_AUTHORISED'))
      ctx.target({
        kind: 'record',
        id: about.pid,
        pid: about.pid,
        ...(about.qid ? { detail: { qid: about.qid } } : {}),
      })
    throw error
  }
}
