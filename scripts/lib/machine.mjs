// What the tests need beside npm's packages: as root on Debian it is installed, elsewhere it is named.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { library } from './datefudge.mjs'
import { fail, run } from './setup.mjs'

const found = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const postgres = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((v) => existsSync(`/usr/lib/postgresql/${v}/bin/initdb`))
const chineseFont = () =>
  process.platform === 'darwin' || spawnSync('sh', ['-c', 'fc-list :lang=zh-tw | grep -q .']).status === 0

/** Why the tests cannot run on a platform at all, before anything is looked for. */
export const refusal = (platform = process.platform) =>
  platform === 'win32'
    ? 'The tests start PostgreSQL, Redis, coturn and browsers as Linux does: on Windows run `npm test` in WSL. `npm start` needs none of it.'
    : undefined

const needs = [
  { what: 'Chromium', packages: ['chromium'], there: () => Boolean(process.env.CHROMIUM_PATH) || found('chromium') },
  // Wanted, not needed: without it the journeys take longer.
  {
    what: 'Chromium without a window',
    packages: ['chromium-headless-shell'],
    there: () => Boolean(process.env.CHROMIUM_PATH) || found('chromium-headless-shell'),
    optional: true,
  },
  { what: 'fonts for Chinese', packages: ['fonts-noto-cjk', 'fontconfig'], there: chineseFont },
  {
    what: 'PostgreSQL 15 or newer',
    packages: ['postgresql', 'postgresql-contrib'],
    there: () => Boolean(process.env.TEST_DATABASE_URL) || postgres() || found('initdb'),
  },
  { what: 'Redis', packages: ['redis-server'], there: () => found('redis-server') && found('redis-cli') },
  { what: 'coturn', packages: ['coturn'], there: () => found('turnserver') },
  {
    what: process.platform === 'darwin' ? 'libfaketime' : 'datefudge',
    packages: ['datefudge'],
    there: () => process.env.TEST_SHIFT_MS === '0' || library() !== undefined,
  },
]

const APT = ['install', '-y', '-qq', '--no-install-recommends']
const packages = (some) => some.flatMap((need) => need.packages)
const names = (some) => some.map((need) => need.what).join(', ')

export function ready() {
  const why = refusal()
  if (why) fail(why)
  const missing = needs.filter((need) => !need.there())
  const needed = missing.filter((need) => !need.optional)
  const wanted = missing.filter((need) => need.optional)
  const debian = process.getuid?.() === 0 && found('apt-get')
  if (!debian && needed.length) fail(`The tests need what this machine lacks: ${names(needed)}.`)
  if (!debian || !missing.length) return
  console.log(`Installing ${names(missing)} …`)
  // Debian starts a cluster and a relay of its own otherwise; the tests bring theirs on ports of their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  run('sh', ['-c', 'printf "#!/bin/sh\\nexit 101\\n" > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d'])
  try {
    const listed = spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' }).status === 0
    if (!listed && needed.length) fail('apt-get update failed.')
    if (needed.length) run('apt-get', [...APT, ...packages(needed)], quiet)
    const more = !wanted.length || spawnSync('apt-get', [...APT, ...packages(wanted)], quiet).status === 0
    if (!more) console.log(`Without ${names(wanted)}: the journeys take longer.`)
  } finally {
    run('rm', ['-f', '/usr/sbin/policy-rc.d'])
  }
  const still = needs.filter((need) => !need.there() && !need.optional)
  if (still.length) fail(`Still missing after the installation: ${names(still)}.`)
}
