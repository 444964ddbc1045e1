import type { Allergy } from '@teleward/contract/patients/brief.ts'
import type { DrugIssue } from '@teleward/contract/prescriptions/checks/issue.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Opened } from '../emr/access.ts'
import { checkDrugs, type Written } from '../emr/drug-check.ts'
import { sql } from '../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { loadReference } from '../reference/load.ts'
import { seedDemo } from './seed.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
  await loadReference(world.driver)
  await seedDemo(world.db, new Date())
})
afterAll(() => world?.close())

describe('the prescriptions of the demo', () => {
  it('[EMR-12~] prescribes what the drug check lets pass: at most one of twenty common prescriptions shows a warning', async () => {
    // Of each patient the last one: what was prescribed before it may still run.
    const notes = await world.db.system.read(
      sql<{ id: string; pid: number; lines: Written[]; diagnoses: string[]; allergies: Allergy[] }>`
        select n.id, n.pid, jsonb_agg(jsonb_build_object('code', l.code, 'dose', l.dose, 'frequency', l.frequency, 'route', l.route)) as lines,
          (select coalesce(jsonb_agg(d.code), '[]') from diagnosis d where d.note_id = n.id) as diagnoses,
          (select coalesce(jsonb_agg(jsonb_build_object('note', h.note, 'ename', h.ename, 'severity', h.severity)), '[]')
            from member_history h where h.pid = n.pid and h.kind = 'sensitive_matters') as allergies
        from (select distinct on (pid) * from note order by pid, signed_at desc) n join prescription_line l on l.note_id = n.id
        group by n.id, n.pid`,
    )
    const found: DrugIssue[][] = []
    for (const { id, pid, lines, diagnoses, allergies } of notes) {
      const opened = { access: 'authorised', patient: { allergies } } as unknown as Opened
      const ask = { pid, noteId: id, lines, diagnoses }
      found.push((await checkDrugs((query) => world.db.system.read(query), opened, ask, new Date())).issues)
    }
    expect(notes.length).toBeGreaterThan(100)
    const shown = found.filter((issues) => issues.length > 0).length / notes.length
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThanOrEqual(0.05)
  })
})
