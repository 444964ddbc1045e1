// Plain JavaScript that any Node from 20 on runs: it brings the machine to where the pinned Node takes over.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const stampFolder = join(root, 'node_modules/.teleward')

export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

/** Runs a command with the terminal's streams; ends the process with a sentence when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  if (result.status !== 0) fail(`${command} ${args.join(' ')} ended with status ${result.status ?? result.signal}`)
}

const digest = (text) => createHash('sha256').update(text).digest('hex')
const stampOf = (name) => (existsSync(join(stampFolder, name)) ? readFileSync(join(stampFolder, name), 'utf8') : '')
function stamp(name, value) {
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(join(stampFolder, name), value)
}

/**
 * How npm is started: by the Node that runs this, where npm started it and so says where it lies. By its name otherwise, which
 * on Windows is a script that only a shell finds.
 */
export function npm(args, env = process.env, platform = process.platform) {
  const cli = env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli)) return { command: process.execPath, args: [cli, ...args], shell: false }
  return { command: 'npm', args, shell: platform === 'win32' }
}

/**
 * Installs when the lock file differs from what was installed last. `install --no-save` keeps to the lock as `ci` does, but
 * leaves what is there already where it is: `ci` begins with removing all of it, which Windows refuses while a server runs.
 */
export function installed() {
  const lock = digest(readFileSync(join(root, 'package-lock.json')))
  if (stampOf('lock') === lock && existsSync(join(root, 'node_modules/vite'))) return
  console.log('Installing packages …')
  const { command, args, shell } = npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  run(command, args, { shell })
  stamp('lock', lock)
}

/** The pinned Node 24; a machine whose own Node is as new will do where the package brought no binary. */
export function node() {
  const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    'Node 24 is needed, and the package `node` brought no binary: were install scripts switched off, or is there none for\n' +
      'this platform? Run `npm rebuild node`, or start with Node 24 itself (https://nodejs.org).',
  )
}

/** An environment in which programs are looked for in these folders first. */
export function withPath(folders, env, platform = process.platform) {
  // Windows writes `Path` and takes any spelling; in a copy of the environment two spellings would be two variables.
  const same = (name) => (platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH')
  const [[name, path] = ['PATH', '']] = Object.entries(env).filter(([one]) => same(one))
  return { ...env, [name]: [...folders, path].filter(Boolean).join(platform === 'win32' ? ';' : ':') }
}

/** Environment in which `node`, and everything npm starts, is the pinned one. */
export function environment(extra = {}) {
  return { ...withPath([dirname(node()), join(root, 'node_modules/.bin')], process.env), ...extra }
}

function listing(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'dist' || entry.name === 'node_modules' ? [] : listing(path)
    const { size, mtimeMs } = statSync(path)
    return [`${path}:${size}:${mtimeMs}`]
  })
}

/** Builds the portal unless its sources, and the contract's, are as they were at the last build. */
export function built() {
  const now = digest(
    [...listing(join(root, 'portal')), ...listing(join(root, 'contract/src')), stampOf('lock')].join('\n'),
  )
  if (stampOf('portal') === now && existsSync(join(root, 'portal/dist/index.html'))) return
  console.log('Building the portal …')
  run(node(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'portal'),
    env: environment({ NODE_ENV: 'production' }),
  })
  stamp('portal', now)
}

const PARENT_LOOKS_MS = 500

/**
 * Whether a signal is handed on to the child. On Windows nobody can: to send one there is to kill. Ctrl-C reaches everybody at
 * the console by itself, so this process has but to wait until the server has stopped in order.
 */
export const handsOn = (platform = process.platform) => platform !== 'win32'

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Starts a program that lives as long as this one, handing signals on. */
export function follow(args, env) {
  const child = spawn(node(), args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => handsOn() && child.kill(signal))
  // npm hands a signal to its shell, and the shell to nobody: that they are gone is what there is to notice.
  const parent = process.ppid
  const looks = setInterval(() => {
    if (!process.env.npm_lifecycle_event || (process.ppid === parent && lives(parent))) return
    clearInterval(looks)
    child.kill('SIGTERM')
  }, PARENT_LOOKS_MS)
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
}
