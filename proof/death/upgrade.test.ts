import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { pressure } from '../../e2e/pressure.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createDb, sql } from '../../server/src/platform/db/index.ts'
import { hindrances } from '../../server/src/platform/db/two-steps.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { startPostgres } from '../../server/src/platform/testing/postgres-server.ts'
import { figure } from '../lib/figures.ts'
import { balancer } from './balancer.ts'
import { scratch, server } from './house.ts'
import { Ledger } from './ledger.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cleaning: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const step of cleaning.reverse()) await step()
})

/** What the next version may do in one step, to the tables that are busiest here. */
const NEXT = `alter table word add column origin text;
alter table session add column place text not null default '';
create index on word (origin);
create table upgrade_seen (word_id bigint primary key, at timestamptz not null default now());
grant select, insert on upgrade_seen to teleward_app, teleward_system;
create or replace function app_upgrade_seen() returns bigint language sql stable as $$ select count(*) from upgrade_seen $$;
`

/** A tree beside this one: of the version before (`PROOF_FROM`, a name that git knows), or of one after it. */
function treeOf(from: string | undefined): string {
  const tree = scratch('version')
  cleaning.push(tree.remove)
  const at = (path: string) => join(tree.path, path)
  if (from) {
    const packed = spawnSync(
      'git',
      ['archive', from, 'server', 'contract', 'scripts', 'proof', 'package.json', 'tsconfig.base.json'],
      {
        cwd: root,
        maxBuffer: 2 ** 30,
      },
    )
    if (packed.status !== 0) throw new Error(`git has no ${from}: ${packed.stderr.toString()}`)
    const unpacked = spawnSync('tar', ['-x', '-C', tree.path], { input: packed.stdout })
    if (unpacked.status !== 0) throw new Error(unpacked.stderr.toString())
  } else {
    for (const part of ['server', 'contract', 'scripts', 'package.json'])
      cpSync(join(root, part), at(part), { recursive: true })
    writeFileSync(at('server/migrations/9001_next.sql'), NEXT)
    appendFileSync(at('server/access/policies.sql'), '\nalter table upgrade_seen enable row level security;\n')
  }
  for (const part of ['portal', 'e2e']) symlinkSync(join(root, part), at(part))
  symlinkOwn(at('node_modules'), tree.path)
  return tree.path
}

/** The packages of this tree, and the workspaces of that one. */
function symlinkOwn(modules: string, tree: string): void {
  mkdirSync(join(modules, '@teleward'), { recursive: true })
  for (const name of spawnSync('ls', ['-A', join(root, 'node_modules')], { encoding: 'utf8' }).stdout.split('\n'))
    if (name && name !== '@teleward' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of ['contract', 'server', 'portal', 'e2e'])
    symlinkSync(join(tree, name), join(modules, '@teleward', name))
}

/** People and visits as the version before makes them, on its own tables. */
async function furnishBy(tree: string, databaseUrl: string, dataDir: string): Promise<void> {
  const { furnish } = (await import(join(tree, 'proof/death/house.ts'))) as typeof import('./house.ts')
  await furnish({ databaseUrl, dataDir }, 1)
}

describe('an upgrade', () => {
  it('[SYS-04~] cuts no request: the versions stand side by side over one database while one takes over from the other', async () => {
    expect(hindrances([{ name: '9001_next.sql', sql: NEXT, checksum: '' }], '9000')).toEqual([])
    const cluster = await startPostgres({ durable: true, own: true })
    cleaning.push(() => cluster.stop())
    const admin = openPostgres(cluster.url, { max: 1 })
    await admin.owner('create database house')
    await admin.close()
    const databaseUrl = cluster.url.replace(/\/postgres$/, '/house')
    const files = scratch('upgrade')
    cleaning.push(files.remove)
    const from = process.env.PROOF_FROM
    const other = treeOf(from)
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: files.path, DRAIN_MS: '1000' }
    const [before, after] = from
      ? [await server(env, other), await server(env)]
      : [await server(env), await server(env, other)]
    const [again] = from ? [await server(env, other)] : [await server(env)]
    for (const one of [before, after, again]) cleaning.push(() => one.kill('SIGKILL'))
    await furnishBy(from ? other : root, databaseUrl, files.path)
    await before.start()

    const front = await balancer()
    cleaning.push(() => front.close())
    front.add(before.url)
    await expect.poll(() => front.wants(before.url), { timeout: 60_000 }).toBe(true)
    const token = await new Ledger(() => before.url).token('dr.lin')
    const driver = openPostgres(databaseUrl, { max: 2 })
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: (error) => void error })
    cleaning.push(() => db.close())
    const applied = () =>
      db.system.read(sql<{ name: string; checksum: string }>`select name, checksum from schema_migration order by name`)
    const old = await applied()

    const stop = { now: false }
    const pressing = pressure(front.url, token, stop)
    // The next one comes up and migrates while the one before is busy on the same tables.
    await after.start()
    const now = await applied()
    const added = now.filter(({ name }) => !old.some((one) => one.name === name)).map(({ name }) => name)
    if (!from) expect(added).toEqual(['9001_next.sql'])
    front.add(after.url)
    await expect.poll(() => front.wants(after.url), { timeout: 60_000 }).toBe(true)
    // Side by side, and one of the version before is started anew, as after a crash: it takes nothing back.
    await again.start()
    front.add(again.url)
    await expect.poll(() => front.wants(again.url), { timeout: 60_000 }).toBe(true)
    expect(await applied()).toEqual(now)
    const both = [front.taken(before.url), front.taken(after.url), front.taken(again.url)]
    await expect.poll(() => front.taken(again.url), { timeout: 60_000 }).toBeGreaterThan(20)
    await Promise.all([before.kill('SIGTERM'), again.kill('SIGTERM')])
    const left = front.taken(after.url)
    await expect.poll(() => front.taken(after.url), { timeout: 60_000 }).toBeGreaterThan(left + 50)
    stop.now = true
    const outcomes = await pressing

    figure('upgrade', {
      migrations: added.length,
      requests: outcomes.length,
      before: front.taken(before.url) + front.taken(again.url),
      after: front.taken(after.url),
      both: both.join('/'),
    })
    expect(outcomes.filter(({ end, status }) => end !== 'answered' || status !== 200)).toEqual([])
    const kept = new Set((await db.system.read(sql<{ word: string }>`select word from word`)).map(({ word }) => word))
    expect(outcomes.filter(({ canary }) => !kept.has(canary))).toEqual([])
    // While it stops, a process says at `/ready` that it wants nothing more.
    const errors = [before, after, again]
      .flatMap((one) => one.errors)
      .filter((line) => !line.includes('"route":"/ready"'))
    expect([before.exit(), again.exit(), errors]).toEqual([0, 0, []])
  })
})
