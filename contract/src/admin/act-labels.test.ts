import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { EndpointShape } from '../core/endpoint.ts'
import { actLabels } from './act-labels.ts'

const src = fileURLToPath(new URL('../', import.meta.url))
const server = fileURLToPath(new URL('../../../server/src/', import.meta.url))
const filesOf = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(end))

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value

/** Calls that the log keeps a row of, as it names them. */
async function keptCalls(): Promise<string[]> {
  const modules = await Promise.all(
    filesOf(src, 'endpoints.ts').map(async (path): Promise<Record<string, unknown>> => import(`${src}${path}`)),
  )
  return modules
    .flatMap((exported) => Object.values(exported).filter(isEndpoint))
    .filter(({ audit }) => audit !== 'none')
    .map(({ method, path }) => `${method} ${path}`)
}
/** What is written to the log beside calls: `action` beside the `kind` of a row, as the source has it. */
const keptBeside = () =>
  filesOf(server, '.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...readFileSync(server + path, 'utf8').matchAll(/action: ([^\n]+),\s+kind: '(?:read|write|auth)'/g)].flatMap(
        ([, said = '']) => [...said.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
      ),
    )
    // `ticket.as === 'original'` asks, and names nothing.
    .filter((name) => name !== 'original')

describe('the words of the audit log', () => {
  it('[AUTH-19~] name each act that is kept, by a call or beside one, and none that is not', async () => {
    const beside = keptBeside()
    expect(beside).toContain('file.save')
    const kept = [...new Set([...(await keptCalls()), ...beside])].sort()
    expect(kept.length).toBeGreaterThan(200)
    expect(Object.keys(actLabels).sort()).toEqual(kept)
  })
  it('[AUTH-19~] are said in each language, and short enough for a row', () => {
    for (const [act, { 'zh-TW': tw, 'zh-CN': cn, en }] of Object.entries(actLabels)) {
      expect(
        [tw, cn].every((text) => /\p{Script=Han}/u.test(text) && text.length <= 18),
        act,
      ).toBe(true)
      expect(/^[A-Z][\x20-\x7e’]{5,44}$/.test(en), `${act}: ${en}`).toBe(true)
    }
  })
})
