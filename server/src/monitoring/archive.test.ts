import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { ArchiveRefused, moveBack, moveOut, newestMonth } from './archive.ts'
import { PID, SHUT, watchedClinic } from './fixture.ts'

const OTHER = 210
const MONTH = '2020-05'
const ward = watchedClinic()
let folder: string
const db = () => ward.clinic.data.db
const now = () => ward.clinic.clock.now()
const out = () => moveOut(db(), folder, MONTH, now())
/** Every reading as it stands, to the letter. */
const all = () => db().system.read(sql<{ row: unknown }>`select to_jsonb(r) as row from reading r order by r.id`)
const told = async (pid = PID, days = 0) =>
  (await ward.staff.lin.get<Measurements>(`/his/api/measurements/${pid}?days=${days}`)).data
const measured = (pid: number, from: string, every: string, many: number, kind = 'weight') =>
  ward.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, device_name, recorded_by)
    select ${pid}::int, 1, 2, ${kind}, 60 + n % 7 + 0.25, 'kg', ${from}::timestamptz + n * ${every}::interval, ${from}::timestamptz + n * ${every}::interval, 'device',
      'weight', '秤 "7"', 101 from generate_series(0, ${many}::int - 1) n`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'teleward-archive-'))
  await ward.run(sql`update staff_partner set doctortype = 'health_secretary' where mid = 103`)
  await ward.run(sql`insert into member (pid, member_no, name, gender, birthday) overriding system value
    values (${OTHER}, 'M-10', '吳秀鳯', 'female', '1958-01-02')`)
  await ward.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${OTHER}, 1, 2)`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  await ward.run(sql`delete from member_merge_row where of_table in ('reading', 'reading_moved_out')`)
  for (const table of ['reading_moved_out', 'reading_archive']) await ward.run(sql`delete from ${sql.table(table)}`)
  // The month whole, an instant on either side of it, a member who measured nothing since, and one who may not be looked at.
  await measured(PID, '2020-05-01T00:00:00Z', '12 hours', 62)
  await measured(PID, '2020-04-30T23:59:59Z', '1 day', 1)
  await measured(PID, '2020-06-01T00:00:00Z', '1 day', 3)
  await measured(PID, '2020-05-10T07:00:00Z', '1 day', 2, 'temperature')
  await measured(SHUT, '2020-05-02T00:00:00Z', '1 hour', 10)
  await measured(OTHER, '2020-05-03T00:00:00Z', '1 hour', 5)
  await measured(OTHER, '2021-05-03T00:00:00Z', '1 hour', 1)
})

describe('old months of readings', () => {
  it('[MON-05~] are moved out into a file and back without one of them lost, and whoever looks is told', async () => {
    // [M6] One of them was entered in error, and stays so.
    await ward.run(sql`update reading set withdrawn_at = now(), withdrawn_by = 101, withdrawal = '量錯人'
      where pid = ${PID} and measured_at = '2020-05-10T12:00:00Z'`)
    // [Nw10~] Of some another unit was sent than is stored.
    await ward.run(
      sql`update reading set original = '{"value": "132.9", "unit": "lb"}' where pid = ${PID} and id % 2 = 0`,
    )
    const before = await all()
    const originals = () => db().system.read(sql`select id from reading where original is not null order by id`)
    const sent = await originals()
    expect(before.filter(({ row }) => (row as { withdrawal: string | null }).withdrawal === '量錯人')).toHaveLength(1)
    const moved = await out()
    // Of the month: 62, one of two temperatures, nine of ten weights and five; the last of a kind stays with each.
    expect(moved).toMatchObject({ month: MONTH, many: 62 + 1 + 9 + 5 })
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await all()).toHaveLength(before.length - 77)
    expect(await told()).toMatchObject({ total: 5, movedOut: { many: 63, before: '2020-06-01' } })
    // Within the last two years all of it is there; of whom the record is shut nothing is told.
    expect((await told(PID, 366)).movedOut).toBeNull()
    expect((await ward.staff.lin.get(`/his/api/measurements/${SHUT}?days=0`)).code).toBe('EMR_NOT_AUTHORISED')
    expect(await out()).toBeNull()

    expect(await moveBack(db(), moved?.file ?? '', now())).toMatchObject({ month: MONTH, many: 77 })
    expect(await all()).toEqual(before)
    expect(await originals()).toEqual(sent)
    expect((await told()).movedOut).toBeNull()
    await expect(moveBack(db(), moved?.file ?? '', now())).rejects.toThrow(ArchiveRefused)
    const acts = await db().system.read(sql<{ action: string }>`
      select action from audit_log where action like 'readings.%' order by id desc limit 2`)
    expect(acts.map(({ action }) => action)).toEqual(['readings.moveBack', 'readings.moveOut'])
  })

  it('[MON-05~] stay where the month is young, is none, or has nothing; and where the file is damaged nothing comes back', async () => {
    for (const month of ['2020-13', '2020-5', 'May', newestMonth(new Date(now().getTime() + 40 * 86_400_000))])
      await expect(moveOut(db(), folder, month, now())).rejects.toThrow(ArchiveRefused)
    expect(await moveOut(db(), folder, '2019-05', now())).toBeNull()
    await expect(moveOut(db(), join(folder, 'nowhere'), MONTH, now())).rejects.toThrow('ENOENT')
    expect(readdirSync(folder)).toEqual([])
    const moved = await out()
    const left = await all()
    const file = moved?.file ?? ''
    const good = readFileSync(file)
    const cut = good.subarray(0, good.length - 40)
    const turned = Buffer.from(good)
    turned[Math.floor(good.length / 2)] = (turned[Math.floor(good.length / 2)] ?? 0) ^ 1
    for (const bytes of [cut, turned, Buffer.from('no file of ours'), Buffer.alloc(0)]) {
      writeFileSync(file, bytes)
      await expect(moveBack(db(), file, now())).rejects.toThrow(ArchiveRefused)
    }
    expect(await all()).toEqual(left)
    writeFileSync(file, good)
    expect(await all()).toEqual(left)
    expect(await moveBack(db(), file, now())).toMatchObject({ many: 77 })
  })

  it('[MON-05~] stay whole where one of them changes while they go, and what a device sends again meanwhile is there once', async () => {
    const before = await all()
    if (db().kind !== 'pglite') {
      const changed = Promise.withResolvers<void>()
      const going = changed.promise.then(out).catch((error: unknown) => error)
      await db().system.tx(async (tx) => {
        await tx.run(
          sql`update reading set value = value + 1 where id = (select min(id) from reading where pid = ${SHUT})`,
        )
        changed.resolve()
        // Until the rows are waited for.
        for (;;) {
          const [row] = await tx.many(sql<{
            n: number
          }>`select count(*)::int as n from pg_locks where not granted and pid <> pg_backend_pid()
            and transactionid = pg_current_xact_id()::xid`)
          if (row?.n) break
        }
      })
      expect(await going).toBeInstanceOf(ArchiveRefused)
      expect(readdirSync(folder)).toEqual([])
      expect(await all()).toHaveLength(before.length)
      await ward.run(
        sql`update reading set value = value - 1 where id = (select min(id) from reading where pid = ${SHUT})`,
      )
    }
    const moved = await out()
    const again = {
      pid: PID,
      dataType: 'weight',
      weight: 61.25,
      weight_unit: 'kg',
      // Of years ago: somebody has looked at it.
      confirmed: true,
      deviceName: '秤 "7"',
      timestamp: '2020-05-01T12:00:00.000Z',
    }
    expect((await ward.staff.lin.post('/his/api/devicereadings', again)).code).toBe('OK')
    await moveBack(db(), moved?.file ?? '', now())
    const weights = (await all()).map(({ row }) => row as { pid: number; measured_at: string })
    expect(weights).toHaveLength(before.length)
    expect(weights.filter((one) => one.pid === PID && one.measured_at.startsWith('2020-05-01T12:00'))).toHaveLength(1)
  })

  it('[MON-05~] come back to whom they belong to by then, and go with the member when two who were made one come apart', async () => {
    const before = await all()
    const moved = await out()
    const desk = await ward.clinic.staff('nurse.chen')
    const merged = await desk.post<{ id: number }>('/his/api/members/merges', {
      ...{ kept: PID, merged: OTHER },
      ...{ keptVersion: 1, mergedVersion: 1 },
    })
    expect(merged.code).toBe('OK')
    expect((await told()).movedOut?.many).toBe(68)
    await moveBack(db(), moved?.file ?? '', now())
    expect((await told()).total).toBe(68 + 6)
    const undone = await desk.request(`/his/api/members/merges/${merged.data.id}`, { method: 'DELETE' })
    expect(undone.status).toBe(200)
    expect(await all()).toEqual(before)
  })
})
