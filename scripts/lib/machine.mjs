// What the tests need beside npm's packages: as root on Debian it is installed, elsewhere it is named.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fail, run } from './setup.mjs'

const found = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const postgres = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((v) => existsSync(`/usr/lib/postgresql/${v}/bin/initdb`))
const chineseFont = () => spawnSync('sh', ['-c', 'fc-list :lang=zh-tw | grep -q .']).status === 0

const needs = [
  { what: 'Chromium', packages: ['chromium'], there: () => Boolean(process.env.CHROMIUM_PATH) || found('chromium') },
  { what: 'fonts for Chinese', packages: ['fonts-noto-cjk', 'fontconfig'], there: chineseFont },
  {
    what: 'PostgreSQL 15 or newer',
    packages: ['postgresql', 'postgresql-contrib'],
    there: () => Boolean(process.env.TEST_DATABASE_URL) || postgres() || found('initdb'),
  },
  { what: 'coturn', packages: ['coturn'], there: () => found('turnserver') },
]

export function ready() {
  const missing = needs.filter((need) => !need.there())
  if (!missing.length) return
  const names = missing.map((need) => need.what).join(', ')
  const debian = process.getuid?.() === 0 && found('apt-get')
  if (!debian) fail(`The tests need what this machine lacks: ${names}.`)
  console.log(`Installing ${names} …`)
  // Debian starts a cluster and a relay of its own otherwise; the tests bring theirs on ports of their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('sh', ['-c', 'printf "#!/bin/sh\\nexit 101\\n" > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d'])
  try {
    run('apt-get', ['update', '-qq'], { env })
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing.flatMap((need) => need.packages)], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } finally {
    run('rm', ['-f', '/usr/sbin/policy-rc.d'])
  }
  const still = needs.filter((need) => !need.there())
  if (still.length) fail(`Still missing after the installation: ${still.map((need) => need.what).join(', ')}.`)
}
