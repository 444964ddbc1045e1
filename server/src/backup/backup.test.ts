import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { carried } from '../../../scripts/lib/day.mjs'
import { type Clinic, openClinic } from '../emr/fixture.ts'
import { systemClock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import type { Driver } from '../platform/db/driver.ts'
import { sql } from '../platform/db/index.ts'
import { applyMigrations, migrate, readMigrations } from '../platform/db/migrate.ts'
import { openPglite } from '../platform/db/pglite.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createDatabase, dropDatabase, type PostgresTemplate } from '../platform/testing/databases.ts'
import { loadPglite, pgliteTemplate } from '../platform/testing/templates.ts'
import { startObjectStore, withObjectStore } from '../platform/testing/object-store.ts'
import { localBundle } from '../storage/bundle.ts'
import { localStorage } from '../storage/index.ts'
import { openBucket } from '../storage/s3/bucket.ts'
import { claim } from '../storage/s3/owner.ts'
import { backup } from './backup.ts'
import { openDoor } from './door.ts'
import { BackupRefused, keyOf, newKey } from './key.ts'
import { readArchive } from './read.ts'
import { restore } from './restore.ts'
import { readAll } from './rows.ts'
import { writeArchive } from './write.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** A command as somebody gives it. */
function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>, shell = 'exec "$0" "$@"') {
  // As `npm run` has it, without npm's own start.
  const [, tool = ''] = (scripts[name] ?? '').split(' ')
  const child = spawn('sh', ['-c', shell, process.execPath, join(root, tool), ...args], {
    env: { PATH: process.env.PATH, ...carried(), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString('utf8')
    })
  const over = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, over }
}

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'teleward-backup-'))
  folders.push(made)
  return made
}
const empties: PostgresTemplate[] = []
async function emptyDatabase(): Promise<string> {
  const provided = inject('database')
  if (provided.kind !== 'postgres') throw new Error('these tests need a PostgreSQL server')
  const made = await createDatabase(provided.template.serverUrl)
  empties.push(made)
  return made.url
}

/** Every row of every table, each as a sum of its text, and how high each counter stands. */
async function everything(driver: Driver): Promise<Record<string, string>> {
  return driver.ownerSession(async (execute) => {
    const ask = async (text: string) => (await execute(CompiledQuery.raw(text))).rows as Record<string, string>[]
    await ask(`select set_config('TimeZone', 'UTC', false)`)
    const held: Record<string, string> = {}
    for (const { name = '' } of await ask(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )) {
      // The acts of backing up and restoring stand in the log themselves, and policies are said anew.
      const but = {
        audit_log: `where action not like 'backup.%'`,
        schema_migration: `where name <> 'policies.sql'`,
      }[name]
      const [row] = await ask(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), ',' order by md5(t::text))), '') as sum from "${name}" t ${but ?? ''}`,
      )
      held[name] = row?.sum ?? ''
    }
    for (const { name = '', last } of await ask(
      `select sequencename as name, last_value::text as last from pg_sequences where sequencename !~ 'audit' order by 1`,
    ))
      held[`counter ${name}`] = String(last)
    return held
  })
}
const filesIn = (dataDir: string) =>
  Object.fromEntries(
    ['files', 'recordings']
      .flatMap((name) => readdirSync(join(dataDir, name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(dataDir.length), readFileSync(path).toString('base64')]
      }),
  )

let clinic: Clinic
let dataDir: string
let key: { identity: string; recipient: string }
/** An archive of the clinic as it stands. */
let archive: string

beforeAll(async () => {
  key = await newKey()
  clinic = await openClinic()
  dataDir = folder()
  await clinic.signed()
  await clinic.draft()
  const files = localStorage(dataDir)
  await files.put('medical/1/a.bin', Buffer.from([0, 255, 10, 13, 0]))
  await files.put('medical/1/empty.bin', Buffer.alloc(0))
  await files.put('chat/2/large.bin', Buffer.alloc(3_000_001, 'x'))
  await files.append('medical/1/coming.bin', 0, Buffer.from('half of it'))
  const [joined, segment] = ['11111111-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000002']
  for (const name of [joined, segment]) mkdirSync(join(dataDir, 'recordings', name), { recursive: true })
  writeFileSync(join(dataDir, 'recordings', joined, 'consultation.webm'), randomBytes(2_500_000))
  writeFileSync(join(dataDir, 'recordings', segment, `${joined}.webm`), 'seconds that are not joined')
  // What a text, a number, an instant or a list can be at its strangest.
  const odd = `吳"秀'鳳\\N\t\n\u2028😀 {}`
  await clinic.db.system.tx(async (tx) => {
    await tx.run(sql`update member set name = ${odd} where pid = (select min(pid) from member)`)
    await tx.run(
      sql`insert into server_state (key, value) values ('odd null', 'null'), ('odd number', '1e400'), ('odd text', ${JSON.stringify(odd)}::jsonb)`,
    )
    await tx.run(sql`insert into outbox_message (id, partner_id, channel, recipient, kind, secret, body, dedupe, state, next_at, not_after, created_at, updated_at)
      values ('00000000-0000-4000-8000-000000000001', 1, 'sms', '0911', 'notice', false, ${odd}, 'odd', 'queued', now(), 'infinity', '2026-03-01T00:00:00.123456Z', now())`)
    await tx.run(sql`update staff_partner set privileges = '{}'`)
  })
  archive = (await backup(folder(), await keyOf(key.identity), { databaseUrl: clinic.data.url, dataDir }, systemClock))
    .path
})
afterAll(async () => {
  await clinic?.stop()
  for (const empty of empties) await dropDatabase(empty)
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})
const raise = (error: unknown) => {
  throw error
}

describe('a backup', () => {
  it('[SYS-05] by one command, and by one command restored into an empty place: every row, counter and file is as it was', async () => {
    const [to, place] = [folder(), folder()]
    const url = clinic.data.url ?? ''
    const before = await everything(clinic.data.driver)
    const made = await command('backup', [to], { DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_KEY: key.identity }).over
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('6 files are in') })
    const [name = ''] = readdirSync(to)
    expect(readFileSync(join(to, name)).toString('latin1')).not.toMatch(/public|manifest|files/)
    const back = await command('restore', [join(to, name)], { DATA_DIR: place, BACKUP_KEY: key.identity }).over
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining('1 messages that waited to be sent are held') })
    const driver = await openPglite({ dataDir: join(place, 'db') })
    try {
      // Nothing goes out a second time: what waited is held, and its history says so.
      const held = await driver.ownerSession(async (execute) => {
        const { rows } = await execute(
          CompiledQuery.raw(`select m.state, m.reason, e.from_state, e.to_state, m.body, m.not_after::text as until, m.created_at::text as at
            from outbox_message m join outbox_event e on e.message_id = m.id where m.dedupe = 'odd'`),
        )
        return rows
      })
      expect(held).toEqual([
        {
          ...{ state: 'failed', reason: 'RESTORED', from_state: 'queued', to_state: 'failed', until: 'infinity' },
          body: `吳"秀'鳳\\N\t\n\u2028😀 {}`,
          at: expect.stringContaining('.123456'),
        },
      ])
      const after = await everything(driver)
      for (const of of ['outbox_message', 'outbox_event', 'counter outbox_event_id_seq']) {
        delete before[of]
        delete after[of]
      }
      expect(after).toEqual(before)
      expect(filesIn(place)).toEqual(filesIn(dataDir))
      expect(await migrate(driver)).toEqual([])
    } finally {
      await driver.close()
    }
  })

  it('[SYS-05~] is of one moment while a server with the embedded database writes, and comes up on PostgreSQL; who restored half can do it again', async () => {
    const [own, to] = [folder(), folder()]
    const driver = await loadPglite(await pgliteTemplate())
    const db = createDb({ driver, clock: systemClock, onAfterCommitError: raise })
    const close = await openDoor({ driver, db, dataDir: own, onError: raise })
    let [going, pairs] = [true, 0]
    const writing = (async () => {
      // A turn between two of them: the embedded database works in this process, and would let nobody else come.
      for (; going; pairs += 1, await new Promise(setImmediate))
        await db.system.tx(async (tx) => {
          await tx.run(sql`insert into server_state (key, value) values (${`a ${pairs}`}, '1')`)
          await tx.run(sql`insert into partner (id, name, time_zone) values (${9000 + pairs}, 'x', 'Asia/Taipei')`)
        })
    })()
    const made = await command('backup', [to], { DATA_DIR: own, BACKUP_KEY: key.recipient }).over
    going = false
    await writing
    await close()
    await db.close()
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('it was not opened') })
    const [name = ''] = readdirSync(to)

    const [databaseUrl, place] = [await emptyDatabase(), folder()]
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: place, BACKUP_KEY: key.identity }
    const target = openPostgres(databaseUrl, { max: 2 })
    try {
      const begun = command('restore', [join(to, name)], env)
      const there = async (table: string) =>
        target.ownerSession(async (execute) => {
          const { rows } = await execute(CompiledQuery.raw('select to_regclass($1) as found', [table]))
          return (rows as { found: unknown }[])[0]?.found !== null
        })
      while (!(await there('public.staff'))) await new Promise((resolve) => setTimeout(resolve, 5))
      begun.child.kill('SIGKILL')
      await begun.over
      await expect(migrate(target)).rejects.toThrow(/did not finish/)
      expect(await command('restore', [join(to, name)], env).over).toMatchObject({ code: 0 })
      const [found] = await createDb({ driver: target, clock: systemClock, onAfterCommitError: raise }).system.read(
        sql<{
          a: number
          b: number
        }>`select (select count(*) from server_state where key like 'a %')::int as a, (select count(*) from partner where id >= 9000)::int as b`,
      )
      expect(found?.a).toBe(found?.b)
      expect(found?.a).toBeGreaterThan(0)
      expect(found?.a).toBeLessThan(pairs)
      expect(await migrate(target)).toEqual([])
      // A second one finds it full.
      const full = await command('restore', [join(to, name)], env).over
      expect(full).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
    } finally {
      await target.close()
    }
  })

  it('[SYS-05~] of an older version is brought up to this one', async () => {
    const all = readMigrations()
    const [from, to, place] = [openPostgres(await emptyDatabase(), { max: 2 }), await emptyDatabase(), folder()]
    // As a version that ended there left it.
    await applyMigrations(from, all.slice(0, -2))
    const made = await backup(
      folder(),
      await keyOf(key.identity),
      { databaseUrl: empties.at(-2) && urlOf(empties.at(-2) as PostgresTemplate), dataDir: place },
      systemClock,
    ).catch((error: unknown) => error)
    await from.close()
    // The log of an older version may have other columns: it is written by this one after the rows were read.
    expect(made).not.toBeInstanceOf(Error)
    const done = await restore(
      (made as { path: string }).path,
      key.identity,
      { databaseUrl: to, dataDir: place },
      systemClock,
    )
    expect(done.migrated).toEqual(all.slice(-2).map(({ name }) => name))
  })

  it('[SYS-05~] that cannot be written is none, and lets the database go; what a restore cannot do is told as it is', async () => {
    // What cannot be packed, and more of it than waits anywhere on its way.
    const place = folder()
    mkdirSync(join(place, 'files'))
    writeFileSync(join(place, 'files/film.bin'), randomBytes(8_000_000))
    let over = false
    const rows = (take: (piece: never) => Promise<void>) =>
      readAll(clinic.data.driver, take as never).finally(() => {
        over = true
      })
    const to = folder()
    // A name that is too long for what is written beside it, as a disk that takes nothing more.
    const long = join(to, 'x'.repeat(240))
    await expect(
      writeArchive(long, { rows, files: localBundle(place) }, await keyOf(key.recipient), new Date()),
    ).rejects.toThrow('ENAMETOOLONG')
    expect([over, readdirSync(to)]).toEqual([true, []])
    // A disk that is full in the middle of it: no file may become larger than a fifth of the archive.
    const env = { DATABASE_URL: clinic.data.url ?? '', DATA_DIR: dataDir, BACKUP_KEY: key.identity }
    const full = await command('backup', [to], env, 'ulimit -f 1000 && exec "$0" "$@"').over
    expect(full).toEqual({
      code: 1,
      said: 'There is no room for the archive where it should go; nothing was kept\n',
    })
    expect(readdirSync(to)).toEqual([])
    const away = { rows: () => Promise.reject(new Error('the server went away')), files: localBundle(place) }
    await expect(writeArchive(join(to, 'a'), away, await keyOf(key.recipient), new Date())).rejects.toThrow('went away')
    expect(readdirSync(to)).toEqual([])
    const failing = { rows: () => Promise.reject(new Error('no space left')) }
    await expect(readArchive(archive, key.identity, failing)).rejects.toThrow('no space left')
  })

  it('[SYS-05~] that is damaged, cut, of another key or of a newer version is refused, and nothing was touched', async () => {
    const whole = readFileSync(archive)
    const [databaseUrl, place, broken] = [await emptyDatabase(), folder(), join(folder(), 'broken.age')]
    const tried = (bytes: Buffer, identity: string | null = key.identity) => {
      writeFileSync(broken, bytes)
      return restore(broken, identity, { databaseUrl, dataDir: place }, systemClock).then(
        () => 'restored',
        (error: unknown) => (error instanceof BackupRefused ? error.message : error),
      )
    }
    for (const part of [0, 0.1, 0.5, 0.999])
      expect(await tried(whole.subarray(0, whole.length * part))).toMatch(/damaged/)
    for (const part of [0.01, 0.4, 0.99]) {
      const flipped = Buffer.from(whole)
      const at = Math.floor(whole.length * part)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect(await tried(flipped)).toMatch(/damaged/)
    }
    expect(await tried(Buffer.concat([whole, Buffer.from('more')]))).toMatch(/damaged/)
    expect(await tried(whole, (await newKey()).identity)).toMatch(/another key, of another institution/)
    expect(await tried(whole, null)).toMatch(/public key/)
    await expect(keyOf('AGE-SECRET-KEY-1NONE')).rejects.toThrow(BackupRefused)
    await expect(keyOf(undefined)).rejects.toThrow(/BACKUP_KEY is not set/)
    const driver = openPostgres(databaseUrl, { max: 1 })
    expect(Object.keys(await everything(driver))).toEqual([])
    await driver.close()
    expect(readdirSync(place)).toEqual([])
  })
})
withObjectStore('an archive and an object store', () => {
  it('[SYS-02~] [SYS-05~] files go from a folder into a bucket and back, as they are; a bucket that holds any takes none', async () => {
    const store = await startObjectStore()
    try {
      const to = { databaseUrl: await emptyDatabase(), dataDir: folder() }
      const out = folder()
      const restored = await command('restore', [archive], {
        DATABASE_URL: to.databaseUrl,
        DATA_DIR: to.dataDir,
        BACKUP_KEY: key.identity,
        ...store.env,
      }).over
      expect(restored.said).toContain('and 6 files')
      expect(readdirSync(to.dataDir).filter((name) => name === 'files')).toEqual([])
      const env = { DATABASE_URL: to.databaseUrl, DATA_DIR: to.dataDir, BACKUP_KEY: key.identity, ...store.env }
      const saved = await command('backup', [out], env).over
      expect(saved).toMatchObject({ code: 0, said: expect.stringContaining('and 6 files') })
      const [name = ''] = readdirSync(out)
      const back = folder()
      const s3 = undefined
      await restore(
        join(out, name),
        key.identity,
        { databaseUrl: await emptyDatabase(), dataDir: back, s3 },
        systemClock,
      )
      expect(filesIn(back)).toEqual(filesIn(dataDir))
      // There are files in it already.
      const full = { databaseUrl: await emptyDatabase(), dataDir: folder(), s3: store.place }
      await expect(restore(archive, key.identity, full, systemClock)).rejects.toThrow(/There are files in the bucket/)
      // Of an installation that lives there nothing goes, whatever a restore that was given up left beside it; nor where the database is full.
      const lives = store.another()
      const bucket = await openBucket(lives.place, () => undefined)
      const inBucket = async () => {
        const names: string[] = []
        for await (const { key } of bucket.list('')) names.push(key)
        return names
      }
      const mine = ['files/medical/1/a.bin', 'restoring', 'sums/medical/1/a.bin', 'teleward.json']
      for (const name of mine) await bucket.put(name, Buffer.from('{}'))
      const empty = { databaseUrl: await emptyDatabase(), dataDir: folder(), s3: lives.place }
      await expect(restore(archive, key.identity, empty, systemClock)).rejects.toThrow(/There are files in the bucket/)
      expect(await inBucket()).toEqual(mine)
      for (const name of mine) await bucket.remove(name)
      const taken = { databaseUrl: to.databaseUrl, dataDir: folder(), s3: lives.place }
      await expect(restore(archive, key.identity, taken, systemClock)).rejects.toThrow(/is not empty/)
      expect(await inBucket()).toEqual([])
      // Where one did not finish, nobody begins to live.
      await bucket.put('restoring', Buffer.from('{}'))
      expect(await claim(bucket, clinic.db)).toMatch(/did not finish/)
      expect(await inBucket()).toEqual(['restoring'])
      await bucket.put('teleward.json', Buffer.from('{"installation":'))
      expect(await claim(bucket, clinic.db)).toMatch(/belongs to another/)
      bucket.close()
      // Another file's bytes make no archive, nor does a store that is away.
      store.faults.fault = ({ path }) => (path.includes('files/chat/') ? { instead: 'x' } : 'none')
      const of = { databaseUrl: to.databaseUrl, dataDir: to.dataDir, s3: store.place }
      const none = folder()
      await expect(backup(none, await keyOf(key.identity), of, systemClock)).rejects.toThrow(/not what was stored/)
      expect(readdirSync(none)).toEqual([])
      store.faults.none()
      const nowhere = { ...of, s3: { ...store.place, bucket: 'nowhere' } }
      await expect(backup(none, await keyOf(key.identity), nowhere, systemClock)).rejects.toThrow(/no bucket "nowhere"/)
    } finally {
      await store.stop()
    }
  })
})
const urlOf = ({ serverUrl, database }: PostgresTemplate) => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
