import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf, anyOf, condition, own, right, staff, units } from '../platform/access/index.ts'
import { policiesOf, policiesScript } from '../platform/access/policies.ts'
import { boundTo } from '../platform/db/bound.ts'
import { k, sql, type Scope } from '../platform/db/index.ts'
import { policiesFile } from '../platform/db/migrate.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { tables } from './index.ts'
import { carried } from './visible.ts'

let data: TestDatabase
beforeAll(async () => {
  data = await testDatabase()
})
afterAll(() => data.close())

const scope: Scope = {
  ...{ kind: 'staff', mid: 7, partnerId: 1, unitIds: [2, 3], pid: null, qid: null },
  ...{ 'emr.read': 'o', 'appointment.read': 'y' },
}

describe('access, declared once', () => {
  it('is what the file of the policies says: `npm run gen:access` writes it anew', () => {
    expect(readFileSync(policiesFile, 'utf8')).toBe(policiesScript(tables))
  })
  it('is what the database holds, of every table that has policies at all', async () => {
    const held = await data.db.system.read(sql<{ name: string; policies: string[] }>`
      select c.relname as name, array(select y.polname::text from pg_policy y where y.polrelid = c.oid order by 1) as policies
      from pg_class c where c.relrowsecurity and c.relnamespace = 'public'::regnamespace order by 1`)
    const names = (name: string) =>
      policiesOf(name, tables[name] ?? {})
        .map((policy) => /^create policy (\w+)/.exec(policy)?.[1] ?? '')
        .toSorted()
    expect(held).toEqual(
      Object.keys(tables)
        .toSorted()
        .map((name) => ({ name, policies: names(name) })),
    )
  })

  const rule = allOf(staff, units(), anyOf(own('author_mid'), right('emr.read', own('did', 'booked_by'))))
  it('is printed for the policies by the settings of the transaction', () => {
    expect(policiesOf('note', { see: rule }).slice(1)).toEqual([
      `create policy see on note for select to teleward_app using (
    (select app_kind()) = 'staff'
    and unit_id = any ((select app_units())::int[])
    and (author_mid = (select app_mid()) or ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and (select app_mid()) in (did, booked_by))))
  );`,
    ])
  })
  it('is printed for a statement with the values of whoever runs it, and not by any setting', () => {
    const query = sql`select 1 from note n where ${condition(rule, 'n')}`.compile(k)
    expect(query.sql).not.toContain('app_')
    expect(query.sql).toContain(`"n"."unit_id" = any ($3::int[])`)
    expect(boundTo(query, scope).parameters).toEqual(['staff', 'staff', [2, 3], 7, 'o', 'o', 7])
    expect(boundTo(query, 'system').parameters).toEqual(['system', 'system', null, null, '-', '-', null])
  })
  it('is asked by no statement through a setting of the transaction, nor through the policies of another table', () => {
    for (const [name, rule] of Object.entries(carried))
      expect(sql`select 1 where ${condition(rule, 'x')}`.compile(k).sql, name).not.toMatch(/app_|exists \(select/)
  })
  it('knows a right that is not sent as none', async () => {
    const [row] = await data.db.read(
      scope,
      sql<{ known: string; narrow: string; unknown: string; who: number }>`
        select app_right('appointment.read') as known, app_right('emr.read') as narrow, app_right('read') as unknown, app_mid() as who`,
    )
    expect(row).toEqual({ known: 'y', narrow: 'o', unknown: '-', who: 7 })
  })
})
