// Who may import whom, and that no import leads back to where it came from. A portal feature imports no other feature; a server domain calls another domain's service,
// never its repo; the contract does no I/O; ui knows neither contract nor router.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cycles } from './lib/cycles.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !/node_modules/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
const files = ['contract/src', 'server/src', 'portal/src'].flatMap((folder) => sources(folder))

const domain = (path) => /^server\/src\/([^/]+)\//.exec(path)?.[1]
const feature = (path) => /^portal\/src\/features\/([^/]+)\//.exec(path)?.[1]
const common = new Set(['platform', 'tools', 'demo'])

const rules = [
  ['a feature imports no other feature', (from, to) => feature(from) && feature(to) && feature(from) !== feature(to)],
  [
    'portal/src/ui knows no contract, api, app or feature',
    (from, to) =>
      from.startsWith('portal/src/ui/') &&
      /^(@teleward\/|portal\/src\/(api|app|features|patterns)\/)/.test(to) &&
      !/^@teleward\/contract\/core\/(text|dates|colour)/.test(to),
  ],
  [
    'portal/src/patterns knows no feature',
    (from, to) => from.startsWith('portal/src/patterns/') && to.startsWith('portal/src/features/'),
  ],
  [
    'the contract does no I/O',
    (from, to) =>
      from.startsWith('contract/src/') &&
      !/\.test\.ts$/.test(from) &&
      /^(node:|fastify|kysely|socket\.io|react|antd)/.test(to),
  ],
  [
    "a domain never uses another domain's repo",
    (from, to) =>
      domain(from) &&
      domain(to) &&
      domain(from) !== domain(to) &&
      !common.has(domain(from)) &&
      /\/repo(\.ts|\/)/.test(to),
  ],
  [
    'the platform knows no domain',
    (from, to) =>
      from.startsWith('server/src/platform/') &&
      domain(to) &&
      domain(to) !== 'platform' &&
      !/\.test\.ts$/.test(from) &&
      !from.startsWith('server/src/platform/testing/'),
  ],
  [
    'the portal does not reach into the server',
    (from, to) => from.startsWith('portal/') && (to.startsWith('server/') || to.startsWith('@teleward/server')),
  ],
]

const proofs = ['e2e', 'proof', 'bench', 'scripts'].flatMap((folder) => sources(folder))
const graph = new Map([...files, ...proofs].map((file) => [file, new Set()]))
let bad = 0
for (const file of graph.keys()) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, specifier] of text.matchAll(/(?:from|import\(|^import)\s*'([^']+)'/gm)) {
    const to = specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier
    graph.get(file).add(to.replace(/^@teleward\/(contract|server|portal)\//, '$1/src/'))
    if (!files.includes(file)) continue
    for (const [rule, breaks] of rules)
      if (breaks(file, to)) {
        bad += 1
        console.error(`${file} imports ${to}: ${rule}`)
      }
  }
}
// An import of types alone counts as well: what stands in a cycle can be read, tested and moved only as a whole.
const circular = cycles(graph)
for (const component of circular) console.error(`a cycle of imports: ${component.join(' ')}`)
console.log(`${graph.size} files, ${bad} imports across a zone, ${circular.length} cycles`)
process.exit(bad || circular.length ? 1 : 0)
