import type { InjectOptions } from 'fastify'
import { isErrorCode } from '@teleward/contract/core/errors.ts'
import { errors } from '@teleward/contract/core/errors.gen.ts'
import { z } from 'zod'
import { foreignIn, nameOf } from '../matrix/cells.ts'
import { standing } from '../matrix/run.ts'
import type { World } from '../matrix/world.ts'
import { undeclared } from './arbitrary.ts'
import type { Shot } from './requests.ts'

export type Fault =
  | 'server error'
  | 'inside out'
  | 'envelope'
  | 'undeclared field'
  | 'write after a refusal'
  | 'foreign trace'
  | 'no answer'
export interface Verdict {
  status: number
  code: string
  faults: { fault: Fault; said: string }[]
}

/** Refusals that keep what was tried, on purpose: a patient's call that reached nobody, a recording that waits for an answer, a wrong identity or code. */
const keptOnPurpose: Record<string, readonly string[]> = {
  'POST /his/api/links/{token}/calls': ['DOCTOR_OFFLINE', 'CALLEE_BUSY'],
  'POST /his/api/links/{token}/callbacks': ['IDENTITY_MISMATCH', 'IDENTITY_LOCKED'],
  'POST /his/api/links/{token}/identity': ['IDENTITY_MISMATCH', 'IDENTITY_LOCKED'],
  'POST /his/api/outsidereferrals/{token}/code': ['CODE_WRONG'],
  'POST /comm/room/records': ['RECORDING_CONSENT'],
}
/** Codes of the catalogue whose status is over 500 and mean no fault: a room that has not begun, a channel or an AI not set up. */
const fineAbove500 = ['ROOM_NOT_STARTED', 'PROVIDER_MISSING', 'AI_UNAVAILABLE']
const insides =
  /\n\s+at |node_modules|\.ts:\d+|\bfile:\/\/|\/server\/src|\bselect\b.{1,80}\bfrom\b|insert into|syntax error at|violates|duplicate key|ECONN|Postgres|TypeError|ReferenceError|Cannot read prop/i

const refusal = z.strictObject({
  status: z.string().refine(isErrorCode),
  message: z.string().min(1),
  fields: z
    .array(z.strictObject({ path: z.string().max(200), code: z.string(), message: z.string().optional() }))
    .optional(),
  data: z.unknown().optional(),
  requestId: z.uuid(),
})
const list = z.strictObject({
  status: z.literal('OK'),
  data: z.array(z.unknown()),
  page: z.number(),
  pageSize: z.number(),
  total: z.number(),
})
const one = z.strictObject({ status: z.literal('OK'), data: z.unknown() })

function checkBody({ definition }: Shot, body: unknown): string[] {
  if (definition.raw) return [...undeclared(definition.response, body)]
  const parsed = (definition.list ? list : one).safeParse(body)
  if (!parsed.success) return ['the envelope itself']
  const { data } = parsed.data as { data: unknown }
  const rows = definition.list ? (data as unknown[]) : [data]
  const told = rows.flatMap((row) => [...undeclared(definition.response, row)])
  return told.length
    ? told
    : rows.every((row) => definition.response.safeParse(row).success)
      ? []
      : ['a shape that is not its own']
}

/** One request, and everything that may be wrong with its answer. */
export async function checkResponse(world: World, pidTables: ReadonlySet<string>, shot: Shot): Promise<Verdict> {
  const verdict: Verdict = { status: 0, code: '-', faults: [] }
  const fault = (kind: Fault, said: string) => verdict.faults.push({ fault: kind, said: said.slice(0, 900) })
  type Inject = InjectOptions
  const { value: reply, seen } = await world.lanes.cell(
    async () =>
      world.app.http.app
        .inject(shot.request as Inject)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    standing(pidTables),
  )
  if (reply instanceof Error) {
    fault('no answer', String(reply))
    return verdict
  }
  verdict.status = reply.statusCode
  const text = reply.body
  // An answer to HEAD says in a header what it has no body for.
  const said = reply.headers['x-refusal']
  if (shot.request.method === 'HEAD' && typeof said === 'string') {
    verdict.code = said
    if (seen.length) fault('write after a refusal', said)
  } else if (reply.statusCode >= 400) {
    const body = refusal.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined)
    if (!body.success || !String(reply.headers['content-type']).startsWith('application/json'))
      fault('envelope', `${reply.statusCode} ${text}`)
    else {
      verdict.code = body.data.status
      const own = errors[body.data.status as keyof typeof errors].http
      if (own !== reply.statusCode && own !== null) fault('envelope', `${body.data.status} with ${reply.statusCode}`)
    }
    if (reply.statusCode >= 500 && !fineAbove500.includes(verdict.code))
      fault(
        'server error',
        `${world.errors.find((line) => line.includes(body.success ? body.data.requestId : '-')) ?? text}`,
      )
    if (insides.test(text)) fault('inside out', text)
    const name = nameOf(shot.definition)
    if (seen.length && !keptOnPurpose[name]?.includes(verdict.code))
      fault('write after a refusal', `${verdict.code}: ${[...new Set(seen.map(({ table }) => table))].join(', ')}`)
  } else {
    verdict.code = 'OK'
    if (/\n\s+at .+:\d+:\d+/.test(text)) fault('inside out', text)
    if (text.startsWith('{')) {
      const told = checkBody(shot, JSON.parse(text))
      if (told.length) fault('undeclared field', told.slice(0, 5).join(' '))
    }
  }
  const foreign = foreignIn(text, shot.who, world.folders, nameOf(shot.definition))
  if (foreign.length) fault('foreign trace', foreign.slice(0, 5).join(' '))
  return verdict
}
