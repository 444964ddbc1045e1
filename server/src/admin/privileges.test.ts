import { readFileSync } from 'node:fs'
import type { OwnBindings, PrivilegeTable } from '@teleward/contract/admin/schema.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { everyStaffType } from '../product/contract.ts'
import { type Office, openOffice } from './fixture.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const as: Office['as'] = (...call) => office.as(...call)
const mid = (account: string) => office.mids[account] ?? 0

describe('permissions', () => {
  const table = async () => (await as('admin', 'GET', 'privileges')).data as PrivilegeTable
  const take = async (type: string, removed: string[], more: object = {}) =>
    as('admin', 'PUT', `privileges/${type}`, { version: (await table()).version, removed, ...more })
  it('[AUTHZ-04~] taken from a type they are gone at once, from service and policies, and come back', async () => {
    const queue = () => as('dr.lin', 'GET', `queue/1/${mid('dr.lin')}`)
    expect((await queue()).status).toBe(200)
    const preview = await take('doctor', ['appointment.read'], { preview: true })
    expect((preview.data as { losing: { name: string }[] }).losing.map(({ name }) => name)).toContain('dr.lin')
    expect((await queue()).status).toBe(200)
    expect((await take('doctor', ['appointment.read'])).status).toBe(200)
    expect((await queue()).code).toBe('FORBIDDEN')
    expect((await take('doctor', [])).status).toBe(200)
    expect((await queue()).status).toBe(200)
  })
  it('[AUTHZ-04~] refuses what the table does not give, own settings, the administrator’s own ground, and the stale', async () => {
    expect((await take('volunteer', ['prescription.write'])).code).toBe('FIELD_RELATED')
    expect((await take('nurse', ['setting.own'])).code).toBe('FIELD_RELATED')
    expect((await take('nurse', ['medical_decision'])).code).toBe('FIELD_RELATED')
    expect((await take('admin', ['admin.partner'])).code).toBe('LAST_ADMIN')
    expect((await take('gardener', [])).status).toBe(400)
    const { version } = await table()
    const both = await Promise.all(
      (['admin', 'admin.two'] as const).map((by) =>
        as(by, 'PUT', 'privileges/caregiver', { version, removed: ['member.read'] }),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    await take('caregiver', [])
  })
  it('[AUTHZ-04~] tells what decides over one person', async () => {
    const said = (await as('admin', 'GET', `privileges?who=${mid('dr.lin')}`)).data as PrivilegeTable
    expect(said.who).toMatchObject({
      doctortype: 'doctor',
      onBoard: true,
      privileges: ['medical_decision'],
      grants: [],
      hidden: [],
    })
  })
})

describe('nurse and doctor', () => {
  it('[AUTHZ-04~] are bound by an administrator who reaches both, a nurse only, against a version', async () => {
    const read = async () =>
      (
        (await as('admin', 'GET', `nursebindings?did=${mid('dr.wang')}`)).data as {
          version: number
          nurses: { name: string }[]
        }[]
      )[0]
    const put = async (nurses: number[], by: keyof Office['tokens'] = 'admin', version?: number) =>
      as(by, 'PUT', `nursebindings/${mid('dr.wang')}`, { version: version ?? (await read())?.version, nurses })
    await office.data.db.system.tx((tx) =>
      tx.run(
        sql`update staff_partner set doctortype = 'nurse', staff_type = 2, review = 'onBoard' where mid = ${mid('nurse.chen')}`,
      ),
    )
    const seen = (await read())?.version ?? 0
    expect((await put([mid('nurse.chen')])).data).toMatchObject({ nurses: [{ name: 'nurse.chen' }] })
    expect((await put([], 'admin.two', seen)).code).toBe('VERSION_STALE')
    expect((await put([mid('dr.lin')])).code).toBe('NOT_FOUND')
    expect((await put([mid('dr.hua')])).code).toBe('NOT_FOUND')
    expect((await put([])).data).toMatchObject({ nurses: [] })
  })
})

/**
 * The whole line. What each call answers to each type is asked in `product/api.test.ts`, that the documents' table is the
 * contract's in `contract/src/core/errors.test.ts`, what an institution takes and gives above.
 */
describe('roles', () => {
  it('[AUTHZ-04] one table for server, screens and documents; lists for doctors and nurses; a bound nurse sees the queue, prepares, and cannot sign', async () => {
    // Each staff type of §1, in its order.
    expect(staffTypes).toEqual(
      'doctor nurse pharmacist physical_therapist occupational_therapist dietitian clinical_psychologist counselling_psychologist medical_technologist radiologic_technologist health_manager case_manager caregiver volunteer health_secretary customer_service admin partner_staff agent'.split(
        ' ',
      ),
    )
    const document = (await office.get('/his/openapi.json')).body as unknown as {
      paths: Record<string, Record<string, { 'x-permission': string }>>
    }
    const written = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, said]) => [`${method.toUpperCase()} ${path}`, said['x-permission']]),
      ),
    )
    for (const definition of office.app.http.registry)
      expect(written.get(`${definition.method} ${definition.path}`), definition.path).toBe(definition.permission)
    const table = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8')
    const tokens = await everyStaffType(office)
    for (const [at, type] of staffTypes.entries()) {
      const { permissions: shown } = ((await office.get('/his/api/userinfo/3', tokens.get(type))).body.data ??
        {}) as unknown as {
        permissions: Record<string, string>
      }
      const rows = Object.fromEntries(
        [...table.matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)].map(([, key = '', cells = '']) => [
          key,
          cells.split(' | ')[at],
        ]),
      )
      // A right by a grant is there while somebody grants it.
      const expected = Object.fromEntries(
        Object.entries(rows).map(([key, right]) => [key, right === 'g' ? '-' : right]),
      )
      expect(shown, type).toEqual(expected)
    }

    // The patient of a doctor who has a nurse bound, and one who has not.
    const day = localDay(office.clock.now(), 'Asia/Taipei')
    const { pid, qid } = await office.data.db.system.tx(async (tx) => {
      const { pid } = await tx.one(
        sql<{ pid: number }>`insert into member (member_no, name) values ('B-1', '病人') returning pid`,
      )
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, 1, 2)`)
      await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at) values
        (gen_random_uuid(), 1, 2, ${pid}, 'record', 'active', '1', '2020-01-01', '2099-01-01')`)
      const { qid } = await tx.one(sql<{ qid: number }>`
        insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
        values (1, 2, ${pid}, ${mid('dr.lin')}, 'checkedIn', 'general', 1, ${day}::date, ${office.clock.now()}::timestamptz, 1) returning qid`)
      await tx.run(
        sql`update staff_partner set doctortype = 'nurse', staff_type = 2, review = 'onBoard' where mid = ${mid('nurse.chen')}`,
      )
      return { pid, qid }
    })
    office.tokens['nurse.chen'] = (await office.signIn('nurse.chen')).token
    const bind = async (nurses: number[]) => {
      const [before] = (await as('admin', 'GET', `nursebindings?did=${mid('dr.lin')}`)).data as { version: number }[]
      return as('admin', 'PUT', `nursebindings/${mid('dr.lin')}`, { version: before?.version, nurses })
    }
    const lists = async (who: 'dr.lin' | 'nurse.chen' | 'admin') => {
      const { nurses, doctors } = (await as(who, 'GET', 'nursebindings/own')).data as OwnBindings
      return [nurses.map(({ name }) => name), doctors.map(({ name }) => name)]
    }
    const begin = () => as('nurse.chen', 'POST', 'note', { pid, qid, did: mid('dr.lin') })
    expect((await begin()).code).toBe('NOTE_NOT_AUTHOR')
    expect(await lists('dr.lin')).toEqual([[], []])
    expect((await bind([mid('nurse.chen')])).code).toBe('OK')
    expect(await lists('dr.lin')).toEqual([['nurse.chen'], []])
    expect(await lists('nurse.chen')).toEqual([[], ['dr.lin']])
    expect(await lists('admin')).toEqual([[], []])
    const queue = (await as('nurse.chen', 'GET', `queue/1/${mid('dr.lin')}`)).data as { qid: number }[]
    expect(queue.map((row) => row.qid)).toContain(qid)
    const { data } = await begin()
    const note = data as { id: string; version: number; preparedBy: { mid: number }; author: { mid: number } }
    expect(note).toMatchObject({ preparedBy: { mid: mid('nurse.chen') }, author: { mid: mid('dr.lin') } })
    const saved = await as('nurse.chen', 'PUT', `notes/${note.id}`, {
      pid,
      qid,
      version: note.version,
      s: '量過血壓',
      handOver: true,
    })
    const { version } = saved.data as { version: number }
    const coded = await as('nurse.chen', 'POST', 'upsertICD', { pid, qid, noteId: note.id, code: 'I10' })
    expect([saved.code, coded.code]).toEqual(['OK', 'OK'])
    const signature = { pid, qid, id: note.id, version: version + 1, password: PASSWORD }
    expect((await as('nurse.chen', 'POST', 'recordSignature', signature)).code).toBe('NOTE_NOT_AUTHOR')
    expect((await as('dr.lin', 'POST', 'recordSignature', signature)).data).toMatchObject({
      state: 'signed',
      preparedBy: { mid: mid('nurse.chen') },
    })
    expect((await bind([])).code).toBe('OK')
    expect(await lists('nurse.chen')).toEqual([[], []])
  })
})
