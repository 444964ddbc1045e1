import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { served } from './lib/engine.mjs'
import { read, root, variables } from './lib/known-names.ts'

/** Steps of a container file, with lines that go on joined. */
const steps = read('deploy/Containerfile')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return { word, rest }
  })
/** By `.dockerignore`: everything is left out but what is named, and of that what is named after. */
const [named, but] = ['!', '**/'].map((sign) =>
  read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(sign.length)),
) as [string[], string[]]
const sent = (path: string) =>
  named.some((one) => path === one || path.startsWith(`${one}/`)) && !but.some((one) => path.split('/').includes(one))
const pinned = (image: string) => /^[a-z0-9.-]+\.[a-z]+(\/[a-z0-9-]+)+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?$/.test(image)

describe('the container file', () => {
  it('copies what is there and is sent to the builder', () => {
    const copied = steps
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    expect(copied.length).toBeGreaterThan(8)
    for (const path of copied) expect([path, existsSync(join(root, path)), sent(path)]).toEqual([path, true, true])
    // Settings of installations, data and history never go into an image.
    for (const path of ['deploy/.env', 'data', '.git', 'node_modules', 'contract/node_modules'])
      expect([path, sent(path)]).toEqual([path, false])
    const built = steps.filter(({ word, rest }) => word === 'COPY' && rest.startsWith('--from')).map(({ rest }) => rest)
    expect(built).toEqual([
      '--from=packages /app/node_modules node_modules',
      '--from=build /app/portal/dist portal/dist',
    ])
  })

  it('stands on named versions, runs the server as it is run elsewhere, as nobody in particular, and says how it is', () => {
    const images = steps.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.split(' ')[0] ?? '')
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: { node: string } }
    for (const image of images) expect(image).toBe(`docker.io/library/node:${optionalDependencies.node}-trixie-slim`)
    const last = (word: string) => steps.filter((step) => step.word === word).at(-1)?.rest ?? ''
    expect(JSON.parse(last('CMD'))).toEqual(['node', ...served])
    expect(read('deploy/warm.mjs')).toContain(
      `[${served
        .slice(0, -1)
        .map((flag) => `'${flag}'`)
        .join(', ')}]`,
    )
    expect(last('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(last('HEALTHCHECK')).toContain('/health')
    // A first start takes as long here as on Kubernetes.
    const probe = /startupProbe:[\s\S]*?periodSeconds: (\d+)\s+failureThreshold: (\d+)/
    const [, every, times] = probe.exec(read('deploy/helm/teleward/templates/deployment.yaml')) ?? []
    expect(last('HEALTHCHECK')).toContain(`--start-period=${Number(every) * Number(times)}s`)
    for (const [name] of [...last('ENV').matchAll(/(\w+)=/g)].map(([, name]) => [name ?? '']))
      if (name !== 'NODE_ENV') expect([name, variables.has(name ?? '')]).toEqual([name, true])
  })

  it('has all packages that the server imports, and none of those goes with what is taken out', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
    const there = new Set(runtime(lock.packages).map((place) => place.slice('node_modules/'.length)))
    const files = ['server/src', 'contract/src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        // Tests, what only they import, and what stands in no image.
        .filter((path) => path.endsWith('.ts') && !/(\.test|fixture)\.ts$|\/testing\/|^product\//.test(path))
        .map((path) => `${folder}/${path}`),
    )
    const wanted = files.flatMap((path) =>
      [...read(path).matchAll(IMPORTED)]
        .map(([, name = '']) => name)
        .filter((name) => !name.startsWith('node:') && name !== 'node' && !name.startsWith('@teleward/'))
        .map((name) => ({ path, name })),
    )
    expect(new Set(wanted.map(({ name }) => name)).size).toBeGreaterThan(15)
    const removed = ['node', 'pdfjs-dist', '@napi-rs']
    const taken = (name: string) => removed.some((one) => name === one || name.startsWith(`${one}/`))
    const missing = wanted.filter(({ name }) => ![...there].some((one) => one.startsWith(name)) || taken(name))
    expect(missing).toEqual([])
    for (const one of removed) expect(read('deploy/Containerfile')).toContain(`node_modules/${one}`)
    // The weights that documents are set in stay.
    const weights = [...read('server/src/documents/glyphs.ts').matchAll(/'(\d00[A-Z]\w+)'/g)].map(
      ([, name = '']) => name,
    )
    expect(weights.length).toBeGreaterThan(0)
    for (const weight of weights) expect(read('deploy/Containerfile')).toContain(`! -name ${weight}`)
  })
})

/** Packages that a file imports, asks for later, or looks files up in; the last may end in what is put together. */
const IMPORTED =
  /(?:^import [^'\n=]*|^export [^'\n=]* from |^\} from |\bawait import\(|\bimport\.meta\.resolve\()['`]((?:@[\w-]+\/)?[a-z][\w.-]*)/gm

interface Package {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
/** Where npm puts what the server runs on: from the lock, as `npm ci --omit=dev --workspace=server` reads it. */
function runtime(packages: Record<string, Package>): string[] {
  const found = new Set<string>()
  const waiting = ['server', 'contract']
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const one = packages[at] ?? {}
    for (const name of Object.keys({ ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies })) {
      let place: string | undefined
      for (
        let from = at;
        ;
        from = from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : ''
      ) {
        const there = `${from ? `${from}/` : ''}node_modules/${name}`
        if (packages[there]) place = there
        if (place || !from) break
      }
      if (!place || name.startsWith('@teleward/') || found.has(place)) continue
      found.add(place)
      waiting.push(place)
    }
  }
  // What lies inside of another comes with it.
  return [...found].filter((one) => one.lastIndexOf('node_modules/') === 0)
}

interface Service {
  image?: string
  environment?: Record<string, string>
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  user?: string
  volumes?: string[]
  depends_on?: Record<string, unknown>
  command?: string | string[]
  stop_grace_period?: string
}
const composeText = read('deploy/compose.yaml')
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
/** As somebody makes them whose files everybody may read. */
function newSettings(folder: string) {
  copyFileSync(join(root, 'deploy/new-env.sh'), join(folder, 'new-env.sh'))
  const file = join(folder, '.env')
  const command = 'umask 022; sh ./new-env.sh care.example.org a@example.org 192.0.2.1'
  const run = () => spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  return { run, file, text: () => readFileSync(file, 'utf8') }
}
/** By the image, by Caddy, of the demo alone, and what providers have on the internet. */
const SETTLED = new Set(
  'PORT HOST DATA_DIR LIVEKIT_EGRESS_DIR TLS_CERT TLS_KEY DEMO_TIME_ZONE CHECKOUT LINE_API_URL WECHAT_API_URL'.split(
    ' ',
  ),
)
const ofServer = ['server-1', 'server-2'] as const

describe('the compose file', () => {
  it('is one by the schema of the specification', () => {
    const schema = JSON.parse(read('deploy/schema/compose-spec.json')) as Record<string, unknown>
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const check = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })
    check(compose)
    expect(check.errors ?? []).toEqual([])
    expect(check({ services: { one: { imagee: 'x' } } })).toBe(false)
  })

  it('lets what records end its recordings before it is killed', () => {
    expect(Number.parseInt(compose.services.egress?.stop_grace_period ?? '0', 10)).toBeGreaterThanOrEqual(2)
    expect(compose.services.egress?.stop_grace_period).toMatch(/^\d+h$/)
  })

  it('sets what the server knows, and everything it leaves open is drawn or named by the settings', () => {
    for (const name of ofServer) {
      const set = Object.keys(compose.services[name]?.environment ?? {})
      expect(set.filter((one) => !variables.has(one))).toEqual([])
      expect([...variables].filter((one) => !set.includes(one) && !SETTLED.has(one))).toEqual([])
    }
    const given = new Map(
      newSettings(mkdtempSync(join(tmpdir(), 'teleward-env-')))
        .text()
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => line.split('=') as [string, string]),
    )
    const open = [...composeText.matchAll(/(?<!\$)\$\{(\w+)(:\?|:-)?/g)].map(
      ([, name = '', kind]) => [name, kind] as const,
    )
    expect(open.length).toBeGreaterThan(20)
    for (const [name, kind] of open) {
      expect([name, given.has(name)]).toEqual([name, true])
      if (kind === ':?') expect([name, Boolean(given.get(name))]).toEqual([name, true])
    }
    const secrets = [...given].filter(
      ([name]) => /PASSWORD|SECRET|TOKEN/.test(name) && !/^(SMS|LINE|WECHAT)_/.test(name),
    )
    expect(secrets.length).toBeGreaterThan(5)
    for (const [name, value] of secrets) expect([name, /^[A-Za-z0-9]{40}$/.test(value)]).toEqual([name, true])
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length)
  })

  it('has settings that their owner alone reads, and that nothing writes over', () => {
    const { run, file, text } = newSettings(mkdtempSync(join(tmpdir(), 'teleward-env-')))
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    const before = text()
    const again = run()
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('there already')])
    expect(text()).toBe(before)
  })

  it('names a version of every image, and files and volumes that are there', () => {
    for (const [name, { image = '', volumes = [] }] of Object.entries(compose.services)) {
      const own = image === `teleward:${(JSON.parse(read('package.json')) as { version: string }).version}`
      expect([name, image, own || pinned(image)]).toEqual([name, image, true])
      for (const volume of volumes) {
        const [from = ''] = volume.split(':')
        const there = from.startsWith('./')
          ? existsSync(join(root, 'deploy', from)) || from === './metrics-token'
          : from in compose.volumes
        expect([name, from, there]).toEqual([name, from, true])
      }
    }
  })

  it('opens nothing but the door, calls and their relay, and what is open may do little', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.some((port) => !port.startsWith('127.0.0.1:')) ? [name] : [],
    )
    expect(open).toEqual(['caddy', 'livekit'])
    for (const name of [...ofServer, ...open, 'coturn'])
      expect([name, compose.services[name]?.cap_drop, compose.services[name]?.read_only]).toEqual([name, ['ALL'], true])
    expect(read('deploy/Caddyfile')).toContain('@inside path /ready /metrics /health')
    for (const name of ofServer) expect(read('deploy/Caddyfile')).toContain(`${name}:8080`)
    // A relay that relays into no network of the house.
    const relay = String(compose.services.coturn?.command)
    for (const sign of [
      '--no-multicast-peers',
      '--denied-peer-ip=10.',
      '--denied-peer-ip=127.',
      '--denied-peer-ip=169.254.',
      '--denied-peer-ip=172.16.',
      '--denied-peer-ip=192.168.',
      '--use-auth-secret',
    ])
      expect(relay).toContain(sign)
  })
})
