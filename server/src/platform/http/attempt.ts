import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import type { StaffActor } from '../actor.ts'
import { sql } from '../db/index.ts'
import type { Db } from '../db/types.ts'
import type { Target } from './context.ts'
import { askedBy } from './list-target.ts'

export interface Asked {
  params: unknown
  query: unknown
  body: unknown
}

const PATIENT = ['pid', 'targetID'] as const
const VISIT = ['qid', 'queueID'] as const
const fieldsOf = ({ params, query, body }: Asked): Record<string, unknown> =>
  Object.assign({}, ...[body, query, params].filter((part) => typeof part === 'object' && part !== null)) as Record<
    string,
    unknown
  >
const numbered = (fields: Record<string, unknown>, names: readonly string[]) =>
  names.map((name) => fields[name]).find((value): value is number => typeof value === 'number')

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** What an attempt was at (`barred.ts`), as it was asked; `undefined`: it named nothing. Of a visit of the own institution also whose it is. */
export async function attemptAt(
  db: Db,
  who: StaffActor,
  { path }: Pick<EndpointShape, 'path'>,
  asked: Asked,
): Promise<Target | undefined> {
  const fields = fieldsOf(asked)
  const pid = numbered(fields, PATIENT)
  const qid = numbered(fields, VISIT)
  if (pid !== undefined) return { kind: 'member', id: pid, pid, ...(qid === undefined ? {} : { detail: { qid } }) }
  if (qid !== undefined) {
    const [visit] = await db.system.read(sql<{ pid: number }>`
      select pid from appointment where qid = ${qid} and partner_id = ${who.partnerId}`)
    return { kind: 'appointment', id: qid, pid: visit?.pid ?? null }
  }
  const [, folder, name] = /([^/{}]+)\/\{(\w+)\}/.exec(path) ?? []
  const id = name === undefined ? undefined : fields[name]
  if (folder !== undefined && isId(id)) return { kind: folder, id }
  const { account, idNumber } = fields
  if (account !== undefined || idNumber !== undefined)
    return {
      kind: 'member',
      id: 'account',
      detail: { criteria: askedBy({ params: {}, query: {}, body: { account, idNumber } }) },
    }
  const other = Object.entries(fields).find(([field, value]) => /(?:^i|[a-z]I)d$|ID$/.test(field) && isId(value))
  return other && { kind: other[0], id: other[1] as string | number }
}
