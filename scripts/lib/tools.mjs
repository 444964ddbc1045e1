// Servers that the tests start and no package brings: built once by Go into a cache outside of the tree, where Go is.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
const BUILD_MS = 900_000

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'teleward', 'tools')
/** With the clock of the tests' day. */
const folderOf = (name) => join(cache, `${name}@${tools[name].version}+day`)
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
const go = () => onPath('go') ?? ['/usr/local/go/bin/go', '/usr/lib/go/bin/go'].find((path) => existsSync(path))

/** Where a server lies: on the path, or built; undefined: it is not here. */
export function toolPath(name) {
  const built = name in tools && join(folderOf(name), name)
  if (built && existsSync(built)) return built
  // One that somebody else built judges by the machine's clock.
  return built && Number(process.env.TEST_SHIFT_MS) ? undefined : onPath(name)
}

/**
 * Go asks nobody's library for the time, so no library can be loaded before its programs (`datefudge.mjs`): they are built with
 * a `time.Now` that is `TEST_SHIFT_MS` away from the machine's. Tokens and signatures are judged by it.
 */
const NOW = /func Now\(\) Time \{\n\tsec, nsec, mono := \w+\(\)\n/
const SHIFT = `
var testShift = func() (seconds int64) {
	text, _ := syscall.Getenv("TEST_SHIFT_MS")
	ahead := len(text) == 0 || text[0] != '-'
	for _, one := range []byte(text) {
		if one >= '0' && one <= '9' {
			seconds = seconds*10 + int64(one-'0')
		}
	}
	if ahead {
		return seconds / 1000
	}
	return -seconds / 1000
}()
`
function overlay(compiler, folder) {
  const place = spawnSync(compiler, ['env', 'GOROOT'], { encoding: 'utf8' }).stdout.trim()
  const file = join(place, 'src/time/time.go')
  const source = readFileSync(file, 'utf8')
  if (!NOW.test(source)) return undefined
  const ours = source
    .replace(NOW, (begin) => `${begin}\tsec += testShift\n`)
    .replace('import (', 'import (\n\t"syscall"')
  writeFileSync(join(folder, 'time.go'), ours + SHIFT)
  writeFileSync(join(folder, 'overlay.json'), JSON.stringify({ Replace: { [file]: join(folder, 'time.go') } }))
  return join(folder, 'overlay.json')
}

/** Builds what is not here. What cannot be had is told by the tests that would have started it. */
export function buildTools() {
  for (const [name, { module, version, program }] of Object.entries(tools)) {
    const compiler = go()
    if (toolPath(name) || !compiler) continue
    console.log(`Building ${name} ${version} …`)
    mkdirSync(folderOf(name), { recursive: true })
    const env = { ...process.env, GOBIN: folderOf(name), CGO_ENABLED: '0' }
    const shifted = overlay(compiler, folderOf(name))
    const { status } = spawnSync(
      compiler,
      ['install', ...(shifted ? ['-overlay', shifted] : []), `${module}@${version}`],
      {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: BUILD_MS,
      },
    )
    if (!shifted)
      console.log(`${name} keeps the machine's time: this Go's time.Now is another one than the tests know.`)
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
