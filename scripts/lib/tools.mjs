// Servers that the tests start and no package brings: built once by Go into a cache outside of the tree, where Go is.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tools = {
  versitygw: {
    module: 'github.com/versity/versitygw/cmd/versitygw',
    version: 'v1.8.0',
    what: 'files in an object store (S3)',
  },
  'livekit-server': {
    module: 'github.com/livekit/livekit-server/cmd/server',
    version: 'v1.13.5',
    // Go names a program after the last folder of its module.
    program: 'server',
    what: 'rooms on LiveKit',
  },
}
const BUILD_MS = 300_000

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'teleward', 'tools')
const folderOf = (name) => join(cache, `${name}@${tools[name].version}`)
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
const go = () => onPath('go') ?? ['/usr/local/go/bin/go', '/usr/lib/go/bin/go'].find((path) => existsSync(path))

/** Where a server lies: on the path, or built; undefined: it is not here. */
export function toolPath(name) {
  const built = name in tools && join(folderOf(name), name)
  return built && existsSync(built) ? built : onPath(name)
}

/** Builds what is not here. What cannot be had is told by the tests that would have started it. */
export function buildTools() {
  for (const [name, { module, version, program }] of Object.entries(tools)) {
    const compiler = go()
    if (toolPath(name) || !compiler) continue
    console.log(`Building ${name} ${version} …`)
    mkdirSync(folderOf(name), { recursive: true })
    const env = { ...process.env, GOBIN: folderOf(name), CGO_ENABLED: '0' }
    const { status } = spawnSync(compiler, ['install', `${module}@${version}`], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: BUILD_MS,
    })
    if (status !== 0) console.log(`${name} could not be built.`)
    else if (program) renameSync(join(folderOf(name), program), join(folderOf(name), name))
  }
}

const list = join(dirname(fileURLToPath(import.meta.url)), '../../test-results/left-out.txt')
/** What this run does not try, and why: printed at its end. */
export function leaveOut(what, why) {
  mkdirSync(dirname(list), { recursive: true })
  appendFileSync(list, `${what}: ${why}\n`)
}
export const leftOut = () =>
  existsSync(list) ? [...new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean))].sort() : []

/** Why the tests of a server do not run here; undefined: they do. Noted, where they do not. */
export function withoutTool(name) {
  if (toolPath(name)) return undefined
  const why = go() ? `${name} was not built by Go` : `${name} is not here, and no Go (1.24 or newer) to build it by`
  leaveOut(tools[name].what, why)
  return why
}
