import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { id as idScalar, partnerId, uuid } from '@teleward/contract/core/scalars.ts'
import type { z } from 'zod'
import { nameOf } from './cells.ts'
import { policy } from './policy.ts'

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
}
const looksLikeId = (name: string, schema: z.ZodType) =>
  /(^|[a-z_])(id|ID|Id|ids|mids)$|^(pid|qid|mid|mids|did|sdid|unit|order)$/.test(name) ||
  ([idScalar, partnerId, uuid] as unknown[]).includes(schema)
function* idFields(schema: z.ZodType | undefined, path: string, name = ''): Generator<string> {
  if (!schema) return
  const def = schema.def as unknown as Def
  if (def.type === 'object')
    for (const [key, inner] of Object.entries(def.shape ?? {})) yield* idFields(inner, `${path}.${key}`, key)
  else if (def.type === 'array') yield* idFields(def.element, `${path}.0`, name)
  else if (def.options && def.type === 'union') for (const option of def.options) yield* idFields(option, path, name)
  else if (def.innerType && ![idScalar, partnerId, uuid].includes(schema as never))
    yield* idFields(def.innerType, path, name)
  else if (looksLikeId(name, schema)) yield path
}
/** Fields that are ids by name or by type and that no row says the meaning of, and definitions without a row. */
export function lacking(registry: readonly EndpointShape[], links: Record<string, unknown>): string[] {
  const said: string[] = []
  for (const definition of registry) {
    const name = nameOf(definition)
    const ofLink = definition.permission === 'link' || definition.permission === 'linkToken'
    const rule = policy[name]
    if (ofLink ? !(name in links) : !rule) {
      said.push(`${name} has no row in proof/matrix/policy.ts`)
      continue
    }
    if (ofLink || !rule) continue
    const known = new Set(
      'none' in rule ? (rule.ids ?? []) : rule.flatMap(({ ids, unread = [] }) => [...Object.keys(ids), ...unread]),
    )
    const fields = new Set(
      (['params', 'query', 'body'] as const).flatMap((part) => [...idFields(definition[part], part)]),
    )
    for (const field of fields)
      if (!known.has(field)) said.push(`${name}: ${field} looks like an id, and its row does not say of what`)
  }
  const names = new Set(registry.map(nameOf))
  for (const name of [...Object.keys(policy), ...Object.keys(links)])
    if (!names.has(name)) said.push(`${name} has a row, but no definition`)
  return said
}
