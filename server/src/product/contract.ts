import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { sql } from '../platform/db/index.ts'
import { quickHash } from '../platform/testing/password.ts'
import { type TestApp, PASSWORD } from '../auth/fixture.ts'

const contractSrc = fileURLToPath(new URL('../../../contract/src', import.meta.url))

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value

/** Every definition of every domain of the contract: found in its folders, so that a new domain cannot be forgotten. */
export async function contractEndpoints(): Promise<{ domain: string; name: string; definition: EndpointShape }[]> {
  const files = readdirSync(contractSrc, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('endpoints.ts'),
  )
  const found = await Promise.all(
    files.map(async (path) => {
      const exported: Record<string, unknown> = await import(`${contractSrc}/${path}`)
      return Object.entries(exported).flatMap(([name, definition]) =>
        isEndpoint(definition) ? [{ domain: path.split('/')[0] ?? '', name, definition }] : [],
      )
    }),
  )
  return found.flat()
}

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** A call of a route with something in each place of its path. */
export const callOf = ({ method, path }: EndpointShape) => ({
  method,
  url: path.replace(/\{(\w+)\}/g, (_, name: string) => (/token/i.test(name) ? 'x'.repeat(43) : '1')),
  ...(method === 'GET' ? {} : { payload: '{}' }),
})

/** One person of each column of the permission table, in unit 2, each signed in: staff type → token. */
export async function everyStaffType(house: TestApp): Promise<Map<string, string>> {
  const hash = await quickHash(PASSWORD)
  await house.data.db.system.tx(async (tx) => {
    for (const kind of staffTypes) {
      const { mid } = await tx.one(sql<{ mid: number }>`
        insert into staff (account, name, mobilecode) values (${`of.${kind}`}, ${kind}, 1) returning mid`)
      await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 1, 3, ${kind})`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, 2)`)
    }
  })
  const tokens = new Map<string, string>()
  for (const kind of staffTypes) tokens.set(kind, (await house.signIn(`of.${kind}`)).token)
  return tokens
}
