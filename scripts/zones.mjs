// Who may import whom. A portal feature imports no other feature; a server domain calls another domain's service,
// never its repo; the contract does no I/O; ui knows neither contract nor router.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const files = ['contract/src', 'server/src', 'portal/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

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

let bad = 0
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, specifier] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
    const to = specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier
    for (const [rule, breaks] of rules)
      if (breaks(file, to)) {
        bad += 1
        console.error(`${file} imports ${to}: ${rule}`)
      }
  }
}
console.log(`${files.length} files, ${bad} imports across a zone`)
process.exit(bad ? 1 : 0)
