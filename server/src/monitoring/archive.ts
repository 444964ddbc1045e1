import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { createGunzip, createGzip } from 'node:zlib'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import { syncFolder } from '../platform/sync-folder.ts'

/** Months of which nothing is moved out: a year can be compared with the days before it. */
export const KEPT_MONTHS = 25
const LINES = 5000
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export interface Archive {
  month: string
  file: string
  many: number
  sha256: string
}
/** Why nothing was moved, in a sentence for whoever gave the command. */
export class ArchiveRefused extends Error {}

/** The newest month that may be moved out. */
export function newestMonth(now: Date): string {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEPT_MONTHS, 1))
  return at.toISOString().slice(0, 7)
}
const locked = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended('reading_archive', 0))`)
/**
 * Readings of the month (UTC) by devices. Two kinds stay: values of workbooks, which a later workbook replaces, and whoever
 * measured nothing since keeps the last of each kind.
 */
const goes = (
  first: string,
) => sql`r.measured_at >= ${first}::timestamptz and r.measured_at < ${first}::timestamptz + interval '1 month'
  and r.measured_on is null and not exists (select 1 from last_measurement l where l.reading_id = r.id)`

/**
 * Moves the readings of a month into a packed file of one JSON a line. They leave the database in the transaction in which the
 * file was written, read again and compared: either both hold them, or the file alone. @throws ArchiveRefused
 */
export async function moveOut(db: Db, folder: string, month: string, now: Date): Promise<Archive | null> {
  if (!MONTH.test(month) || month > newestMonth(now))
    throw new ArchiveRefused(`Only whole months up to ${newestMonth(now)} are moved out, as 2020-01`)
  const first = `${month}-01T00:00:00Z`
  const part = join(folder, `readings-${month}.part`)
  try {
    return await db.system.tx(async (tx) => {
      await locked(tx)
      await tx.run(sql`set local time zone 'UTC'`)
      const written = await writeLines(part, lines(tx, first))
      if (written.many === 0) return null
      const found = await checked(part)
      if (found.sha256 !== written.sha256 || found.many !== written.many)
        throw new ArchiveRefused('The file does not hold what was written into it; nothing was moved')
      const gone = await tx.one(sql<{ many: number; sum: string }>`
        with gone as (delete from reading r where ${goes(first)} returning hashtextextended(to_jsonb(r)::text, 0) as sum)
        select count(*)::int as many, coalesce(sum(sum::numeric), 0)::text as sum from gone`)
      if (gone.many !== written.many || gone.sum !== written.sum)
        throw new ArchiveRefused('Readings of that month came in or changed meanwhile; nothing was moved, try again')
      const file = `readings-${month}-${written.sha256.slice(0, 12)}.ndjson.gz`
      const { id } = await tx.one(sql<{ id: number }>`
        insert into reading_archive (month, many, sha256, file, out_at)
        values (${`${month}-01`}::date, ${written.many}, ${written.sha256}, ${file}, ${now}::timestamptz) returning id`)
      await tx.run(sql`insert into reading_moved_out (archive_id, month, pid, partner_id, unit_id, was_pid, many)
        select ${id}::int, ${`${month}-01`}::date, x.pid, x.partner, x.unit, x.pid, x.many
        from jsonb_to_recordset(${json(written.whose)}) as x(pid int, partner int, unit int, many int)`)
      await tx.audit({
        action: 'readings.moveOut',
        kind: 'write',
        target: { kind: 'readingArchive', id },
        detail: { month, many: written.many, sha256: written.sha256 },
      })
      await rename(part, join(folder, file))
      // The file's name is on the disk, too, before the rows are gone.
      await syncFolder(folder)
      return { month, file: join(folder, file), many: written.many, sha256: written.sha256 }
    })
  } finally {
    await rm(part, { force: true })
  }
}

interface Line {
  line: string
  sum: string
  pid: number
  partner: number
  unit: number
}
/** By a cursor: a month of many members is more than a process holds. */
async function* lines(tx: Tx, first: string): AsyncGenerator<Line> {
  await tx.run(sql`declare month cursor for select x.line, hashtextextended(x.line, 0)::text as sum, x.pid, x.partner, x.unit
    from (select to_jsonb(r)::text as line, r.pid, r.partner_id as partner, r.unit_id as unit from reading r
      where ${goes(first)} order by r.id) x`)
  for (;;) {
    const rows = await tx.many(sql<Line>`fetch ${sql.raw(String(LINES))} from month`)
    yield* rows
    if (rows.length < LINES) break
  }
  await tx.run(sql`close month`)
}

interface Whose {
  pid: number
  partner: number
  unit: number
  many: number
}
/** To the disk, not to its cache alone: the rows are deleted by it. */
async function writeLines(path: string, rows: AsyncGenerator<Line>) {
  const hash = createHash('sha256')
  const packed = createGzip()
  const out = createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 })
  const failed = new Promise<never>((_, reject) => {
    out.once('error', reject)
    packed.once('error', reject)
  })
  packed.pipe(out)
  const whose = new Map<string, Whose>()
  let [many, sum] = [0, 0n]
  const write = async () => {
    for await (const row of rows) {
      const line = `${row.line}\n`
      hash.update(line)
      if (!packed.write(line)) await once(packed, 'drain')
      many += 1
      sum += BigInt(row.sum)
      const key = `${row.pid} ${row.unit}`
      const known = whose.get(key)
      if (known) known.many += 1
      else whose.set(key, { pid: row.pid, partner: row.partner, unit: row.unit, many: 1 })
    }
    packed.end()
    if (!out.closed) await once(out, 'close')
  }
  await Promise.race([write(), failed])
  return { many, sum: sum.toString(), sha256: hash.digest('hex'), whose: [...whose.values()] }
}

async function checked(path: string): Promise<{ many: number; sha256: string }> {
  const hash = createHash('sha256')
  let many = 0
  for await (const line of eachLine(path)) {
    hash.update(`${line}\n`)
    many += 1
  }
  return { many, sha256: hash.digest('hex') }
}
/** Of a file that breaks off, or is none of ours, a sentence; of a disk that fails its own error. */
async function* eachLine(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip()
  const source = createReadStream(path)
  source.on('error', (error) => unpacked.destroy(error))
  try {
    yield* createInterface({ input: source.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new ArchiveRefused(`${basename(path)} cannot be unpacked: ${error.message}`)
    throw error
  } finally {
    source.destroy()
  }
}

/**
 * Back from the file, each under whom it belongs to now: what was under a member who was merged since comes to who was kept, and
 * an undo of that merge takes it along. @throws ArchiveRefused where the file is none that was moved out, or is damaged.
 */
export async function moveBack(db: Db, path: string, now: Date): Promise<Archive> {
  const found = await checked(path)
  return db.system.tx(async (tx) => {
    await locked(tx)
    const archive = await tx.maybe(sql<{ id: number; month: string; many: number }>`
      select id, to_char(month, 'YYYY-MM') as month, many from reading_archive
      where sha256 = ${found.sha256} and back_at is null`)
    if (!archive || archive.many !== found.many)
      throw new ArchiveRefused(
        `${basename(path)} is no file whose readings are out, or it is damaged; nothing was moved`,
      )
    let batch: string[] = []
    for await (const line of eachLine(path)) {
      batch.push(line)
      if (batch.length >= LINES) {
        await putBack(tx, archive.id, batch)
        batch = []
      }
    }
    await putBack(tx, archive.id, batch)
    await tx.run(sql`update reading_archive set back_at = ${now}::timestamptz where id = ${archive.id}`)
    await tx.run(sql`delete from member_merge_row m using reading_moved_out o
      where o.archive_id = ${archive.id} and m.of_table = 'reading_moved_out' and m.key = jsonb_build_array(o.id)`)
    await tx.run(sql`delete from reading_moved_out where archive_id = ${archive.id}`)
    await tx.audit({
      action: 'readings.moveBack',
      kind: 'write',
      target: { kind: 'readingArchive', id: archive.id },
      detail: { month: archive.month, many: archive.many },
    })
    return { month: archive.month, file: path, many: archive.many, sha256: found.sha256 }
  })
}

/** What a device sent again meanwhile is there already, and is the same reading. */
async function putBack(tx: Tx, archive: number, batch: readonly string[]): Promise<void> {
  if (!batch.length) return
  await tx.run(sql`
    with lines as (select r.*, o.pid as whose, o.id as moved
      from jsonb_populate_recordset(null::reading, ${`[${batch.join(',')}]`}::jsonb) r
        join reading_moved_out o on o.archive_id = ${archive} and o.was_pid = r.pid and o.unit_id = r.unit_id),
    back as (insert into reading (id, pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type,
        device_name, device_type, flagged, recorded_by, withdrawn_at, withdrawn_by, withdrawal, original)
      overriding system value
      select l.id, l.whose, l.partner_id, l.unit_id, l.kind, l.value, l.diastolic, l.pulse, l.unit, l.measured_at, l.received_at, l.source,
        l.data_type, l.device_name, l.device_type, l.flagged, l.recorded_by, l.withdrawn_at, l.withdrawn_by, l.withdrawal,
        l.original from lines l
      on conflict do nothing returning id)
    insert into member_merge_row (merge_id, of_table, key)
      select m.merge_id, 'reading', jsonb_build_array(l.id) from lines l join back b on b.id = l.id
        join member_merge_row m on m.of_table = 'reading_moved_out' and m.key = jsonb_build_array(l.moved)
      where l.whose <> l.pid on conflict do nothing`)
}
