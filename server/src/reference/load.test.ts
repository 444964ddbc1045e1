import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db, Scope } from '../platform/db/index.ts'
import { sql } from '../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { loadReference } from './load.ts'
import { seedText } from './seeds.ts'

const scope: Scope = {
  kind: 'staff',
  mid: 1,
  partnerId: 1,
  unitIds: [1],
  pid: null,
  qid: null,
  'emr.read': 'y',
  'appointment.read': 'y',
}
const tables = ['icd10', 'drug', 'medication_frequency', 'medication_route', 'department'] as const

describe('loadReference', () => {
  let test: TestDatabase
  let db: Db
  let counts: Record<string, number> | null = null
  beforeAll(async () => {
    test = await testDatabase()
    db = test.db
    counts = await loadReference(test.driver)
  }, 60_000)
  afterAll(() => test.close())

  const one = async <T>(query: ReturnType<typeof sql<T>>) => (await db.read(scope, query))[0]

  it('fills every table from the seed files', async () => {
    expect(counts).toEqual({
      icd10: 96_802,
      drug: 3_397,
      medication_frequency: 589,
      medication_route: 42,
      department: 50,
      food: 7_803,
      bank: 158,
      bank_branch: 5_209,
      // Kept by hand: as many as there are lines below the header.
      synonym: seedText('synonyms.tsv').trimEnd().split('\n').length - 1,
    })
    for (const table of tables)
      expect(await one(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`)).toEqual({
        n: counts?.[table],
      })
  })
  it('[EMR-05~] reads codes, flags and empty cells as they are meant', async () => {
    expect(await one(sql`select * from icd10 where code = 'I10'`)).toEqual({
      code: 'I10',
      billable: true,
      common: true,
      name_en: 'Essential (primary) hypertension',
      name_zh_tw: '本態性(原發性)高血壓',
    })
    expect(await one(sql`select billable, common from icd10 where code = 'A00'`)).toEqual({
      billable: false,
      common: false,
    })
    expect(await one(sql`select times_per_day, common from medication_frequency where code = 'QOD'`)).toEqual({
      times_per_day: 0.5,
      common: true,
    })
    expect(await one(sql`select times_per_day from medication_frequency where code = 'PRN'`)).toEqual({
      times_per_day: null,
    })
    expect(await one(sql`select count(*)::int as n from drug where generic = '' or atc = ''`)).toEqual({ n: 0 })
  })
  it('does nothing a second time, and repairs what is not as the files say', async () => {
    expect(await loadReference(test.driver)).toBeNull()
    await db.owner(`delete from icd10 where code = 'I10'; delete from server_state where key = 'reference'`)
    expect(await loadReference(test.driver)).toMatchObject({ icd10: 96_802 })
    expect(await one(sql`select code from icd10 where code = 'I10'`)).toEqual({ code: 'I10' })
  }, 60_000)
  it.each(tables)('%s can be written by neither of the two roles', async (table) => {
    for (const role of ['teleward_app', 'teleward_system']) {
      await db.owner(`grant ${role} to current_user`)
      const attempt = test.driver.ownerSession(async (execute, script) => {
        await script('begin')
        try {
          await execute(CompiledQuery.raw(`set local role ${role}`))
          await execute(CompiledQuery.raw(`delete from ${table}`))
        } finally {
          await script('rollback')
        }
      })
      await expect(attempt).rejects.toThrow(/permission denied/)
    }
  })
})
