// Who may import whom. The folders of each package stand in an order of layers, and no import of a file or of a folder leads
// back to where it came from. Besides: a portal feature imports no other feature; a server domain calls another domain's
// service, never its repo; the contract does no I/O; ui knows no contract.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bareComposing } from './lib/composing.mjs'
import { cycles } from './lib/cycles.mjs'
import { folderCycles, upward } from './lib/layers.mjs'
import { retiredIn } from './lib/terms.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !/node_modules/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
const files = ['contract/src', 'server/src', 'portal/src'].flatMap((folder) => sources(folder))

/** Lowest first: a folder imports from its own layer and from those below. */
const packages = [
  {
    root: 'contract/src',
    layers: [
      ['core'],
      // Shapes that many domains carry.
      ['patients', 'staff', 'uiconfig'],
      // One domain may build on another's shapes, as long as no way leads back.
      [
        ...[
          'admin',
          'appointments',
          'auth',
          'boards',
          'calls',
          'careevents',
          'chat',
          'childcare',
          'consents',
          'crm',
          'diet',
          'documents',
          'emr',
        ],
        ...[
          'fees',
          'files',
          'forms',
          'grants',
          'handoffs',
          'healthchecks',
          'institution',
          'links',
          'members',
          'messengers',
          'monitoring',
          'notices',
          'notifications',
        ],
        ...['opinions', 'outbox'],
        ...['prescriptions', 'products'],
        ...['profile', 'referrals', 'registration', 'settlement', 'shifts', 'synonyms', 'snippets'],
      ],
    ],
  },
  {
    root: 'server/src',
    layers: [
      ['platform'],
      // Who sees and changes which rows.
      ['access'],
      // Whom and what everything else speaks of.
      ['partners', 'patients', 'reference', 'staff', 'storage', 'visits'],
      // Credentials and sessions; what is known of a link, and of whoever has a case.
      ['ai', 'auth', 'cases', 'dicom', 'visit-links'],
      [
        ...['admin', 'consultation/media', 'consultation/rooms', 'consultation/recordings', 'notifications', 'outbox'],
        'verification',
      ],
      [
        'boards',
        'chat',
        'consents',
        'fees',
        'grants',
        'monitoring',
        'profile',
        'referrals',
        'synonyms',
        'uiconfig',
        'snippets',
      ],
      ['handoffs', 'members', 'messengers', 'notices', 'push'],
      ['appointments', 'crm', 'forms'],
      ['consultation/calls', 'emr', 'payments', 'products', 'shifts', 'sign-in'],
      ['childcare', 'consultation/guests', 'consultation/links', 'diet', 'documents', 'files', 'registration'],
      ['careevents', 'healthchecks', 'referral-links'],
      // What visits brought, paid out: its papers are documents.
      ['settlement'],
      // What an institution tells its staff, its default among what is agreed to at the registration.
      ['institution'],
      ['opinions'],
      // What puts the parts together.
      ['backup', 'consultation', 'todos'],
      ['demo', 'tools'],
      ['.'],
    ],
  },
  {
    root: 'portal/src',
    layers: [
      ['lib'],
      ['i18n'],
      ['ui'],
      ['api', 'devices', 'media', 'signals'],
      ['shell'],
      ['patterns'],
      ['features/*'],
      ['app'],
      ['.'],
    ],
  },
]
/** Tests and what prepares them stand above everything: they drive the whole product. */
const isTest = (file) => /\.test\.tsx?$|fixture\.ts$|\/testing\/|^server\/src\/product\//.test(file)

const domain = (path) => /^server\/src\/(consultation\/[^/]+|[^/]+)\//.exec(path)?.[1]
const feature = (path) => /^portal\/src\/features\/([^/]+)\//.exec(path)?.[1]
const common = new Set(['platform', 'tools', 'demo'])

const rules = [
  ['a feature imports no other feature', (from, to) => feature(from) && feature(to) && feature(from) !== feature(to)],
  [
    'portal/src/ui knows no contract',
    (from, to) =>
      from.startsWith('portal/src/ui/') &&
      to.startsWith('@teleward/') &&
      !/^@teleward\/contract\/core\/(text|dates|colour|figure)/.test(to),
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
    'the portal does not reach into the server',
    (from, to) => from.startsWith('portal/') && (to.startsWith('server/') || to.startsWith('@teleward/server')),
  ],
]

const proofs = ['e2e', 'proof', 'bench', 'scripts'].flatMap((folder) => sources(folder))
const graph = new Map([...files, ...proofs].map((file) => [file, new Set()]))

/** The files that a glob of Vite loads are imports of the file that names it. */
function* globbed(file, text) {
  for (const [, list] of text.matchAll(/import\.meta\.glob(?:<[\s\S]*?>)?\(\s*(\[[\s\S]*?\]|'[^']+')/g))
    for (const [, pattern] of list.matchAll(/'([^']+)'/g)) {
      const path = relative(root, resolve(root, dirname(file), pattern))
      yield* files.filter((one) => matchesGlob(one, path))
    }
}
/** Ant Design's own drops what it does not know in a number and moves what is out of range, without a word. */
const NUMBER_FIELD = 'portal/src/ui/NumberField.tsx'
const bareNumber = (file, text) =>
  file.startsWith('portal/src/') &&
  (/import\s+(?:type\s+)?\{[^}]*\bInputNumber\b[^}]*\}\s+from\s+'antd'/.test(text) ||
    /'antd\/(?:es|lib)\/input-number/.test(text) ||
    /<(?:input|Input)\b[^>]*\stype="number"/.test(text))

/** Of the two orders in which browsers tell of an input method's Enter `isComposing` knows one. */
const COMPOSING = 'portal/src/ui/composing.ts'

let bad = 0
let refused = 0
for (const file of graph.keys()) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const sentence of retiredIn(text)) {
    refused += 1
    console.error(`${file} exports ${sentence}`)
  }
  if (bareNumber(file, text)) {
    bad += 1
    console.error(`${file} has a number field of its own: use ${NUMBER_FIELD}`)
  }
  if (file !== COMPOSING && bareComposing(file, text)) {
    bad += 1
    console.error(`${file} asks for an input method itself: use ${COMPOSING}`)
  }
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
  for (const to of globbed(file, text)) graph.get(file).add(to)
}
const product = new Map([...graph].filter(([file]) => files.includes(file) && !isTest(file)))
for (const sentence of upward(packages, product)) {
  bad += 1
  console.error(sentence)
}
// An import of types alone counts as well: what stands in a cycle can be read, tested and moved only as a whole.
const circular = cycles(graph)
for (const component of circular) console.error(`a cycle of imports: ${component.join(' ')}`)
const circularFolders = folderCycles(packages, product)
for (const { folders, imports } of circularFolders)
  console.error(`a cycle of folders: ${folders.join(' ')}\n  ${imports.slice(0, 20).join('\n  ')}`)
console.log(
  `${graph.size} files, ${bad} imports against the layers, ${circular.length} cycles of files, ${circularFolders.length} of folders, ${refused} refused words`,
)
process.exit(bad || refused || circular.length || circularFolders.length ? 1 : 0)
