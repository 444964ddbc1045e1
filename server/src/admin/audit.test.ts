import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { AuditRow, ChainState } from '@teleward/contract/admin/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealBatch } from '../platform/audit/index.ts'
import { type Scope, sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { checked } from './audit-export.ts'
import { type Office, openOffice } from './fixture.ts'

let office: Office
const pid = { neihu: 0, xindian: 0 }
beforeAll(async () => {
  office = await openOffice()
  await office.data.db.system.tx(async (tx) => {
    for (const [place, unit] of [
      ['neihu', 2],
      ['xindian', 3],
    ] as const) {
      const row = await tx.one(
        sql<{ pid: number }>`insert into member (member_no, name) values (${place}, ${`病人${place}`}) returning pid`,
      )
      pid[place] = row.pid
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${row.pid}, 1, ${unit})`)
    }
  })
})
afterAll(() => office?.stop())

const as: Office['as'] = (...call) => office.as(...call)
const mid = (account: string) => office.mids[account] ?? 0
const rows = async (by: keyof Office['tokens'], query = '') =>
  (await as(by, 'GET', `auditlogs?pageSize=100${query}`)).data as AuditRow[]
/** Written as the product writes them: with the transaction of who did it. */
const happened = async (
  who: string,
  action: string,
  more: { pid?: number; partner?: number; detail?: Record<string, unknown> } = {},
) =>
  office.data.db.audit(
    { action, kind: 'read', target: { kind: 'record', id: more.pid ?? 0 }, pid: more.pid ?? null, detail: more.detail },
    { mid: mid(who), partnerId: more.partner ?? 1, ip: '192.0.2.7', requestId: 'x' },
  )
const emergency = (who: string, of: number, reason = '病人昏迷送醫') =>
  happened(who, 'emergency access', { pid: of, detail: { flag: 'emergency', reason } })

describe('the audit log', () => {
  it('[SHELL-18~] shows an institution’s rows to who administers it, a unit’s people and patients to a unit’s, none to others', async () => {
    await happened('dr.lin', 'of unit 2', { pid: pid.neihu })
    await happened('dr.far', 'of unit 3', { pid: pid.xindian })
    await happened('dr.far', 'on a patient of unit 2', { pid: pid.neihu })
    await happened('dr.hua', 'of institution 32', { partner: 32 })
    const told = async (by: keyof Office['tokens']) =>
      (await rows(by)).map(({ action }) => action).filter((action) => /^(of|on) /.test(action))
    expect(await told('admin')).toEqual(['on a patient of unit 2', 'of unit 3', 'of unit 2'])
    expect(await told('unit.admin')).toEqual(['on a patient of unit 2', 'of unit 2'])
    expect(await told('admin.sea')).toEqual(['of institution 32'])
    expect(await told('op')).toHaveLength(4)
    expect((await as('dr.lin', 'GET', 'auditlogs')).code).toBe('FORBIDDEN')
  })
  it('[SHELL-18~] names a patient only to who may see the patient, and tells nothing of a record', async () => {
    const patients = async (by: keyof Office['tokens']) =>
      Object.fromEntries(
        (await rows(by))
          .filter(({ action }) => action.startsWith('of unit'))
          .map(({ action, patientName }) => [action, patientName]),
      )
    expect(await patients('admin')).toEqual({ 'of unit 2': '病人neihu', 'of unit 3': '病人xindian' })
    await office.data.db.system.tx((tx) =>
      tx.run(sql`delete from staff_unit where mid = ${mid('admin')} and unit_id = 3`),
    )
    const { token } = await office.signIn('admin')
    office.tokens.admin = token
    expect(await patients('admin')).toEqual({ 'of unit 2': '病人neihu', 'of unit 3': null })
  })
  it('[SHELL-18~] keeps who read it, and by which filters', async () => {
    await rows('admin.two', `&pid=${pid.neihu}&kind=read`)
    const [read] = (await rows('admin')).filter(
      ({ action, mid: who }) => action === 'GET /his/api/auditlogs' && who === mid('admin.two'),
    )
    expect(read).toMatchObject({ name: 'admin.two', pid: pid.neihu, kind: 'read', outcome: 'OK' })
  })
  it('[SHELL-18~] is filtered by time, person, patient, kind, reason and result', async () => {
    await happened('dr.lin', 'opened', { pid: pid.neihu, detail: { reason: 'authorised' } })
    const only = async (query: string) => [...new Set((await rows('admin', query)).map(({ action }) => action))]
    expect(await only('&why=authorised')).toEqual(['opened'])
    expect(await only(`&pid=${pid.xindian}&kind=read&who=${mid('dr.far')}`)).toEqual(['of unit 3'])
    expect(await only('&from=2099-01-01')).toEqual([])
    expect((await rows('admin', '&result=refused')).every(({ outcome }) => outcome !== 'OK')).toBe(true)
    expect((await as('admin', 'GET', 'auditlogs?kind=all')).status).toBe(400)
  })
  it('[SHELL-18~] puts emergency accesses first until somebody looked at them with a note: once, and not the one who took it', async () => {
    await emergency('dr.lin', pid.neihu)
    await emergency('dr.far', pid.xindian)
    await happened('dr.lin', 'later')
    const page = await rows('admin.two')
    expect(page.slice(0, 2)).toMatchObject([
      { emergency: true, why: '病人昏迷送醫', looked: null, mid: mid('dr.far') },
      { emergency: true, mid: mid('dr.lin') },
    ])
    const id = page[0]?.id ?? 0
    const state = async () => (await as('admin.two', 'GET', 'auditlogs/verifications')).data as ChainState
    expect((await state()).emergenciesOpen).toBe(2)
    const look = (by: keyof Office['tokens'], note: string, which = id) => as(by, 'PUT', `auditlogs/${which}`, { note })
    expect((await look('admin.two', '')).status).toBe(400)
    expect((await look('admin.sea', '看過')).code).toBe('NOT_FOUND')
    expect((await look('unit.admin', '看過')).code).toBe('NOT_FOUND')
    const both = await Promise.all([look('admin.two', '已電話確認病人送醫'), look('op', '看過')])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['FIELD_RELATED', 'OK'])
    expect((await state()).emergenciesOpen).toBe(1)
    const after = await rows('admin.two')
    expect(after[0]).toMatchObject({ emergency: true, mid: mid('dr.lin'), looked: null })
    expect(after.find((row) => row.id === id)?.looked).toMatchObject({ note: expect.any(String) })
    expect(await rows('admin.two', '&emergency=open')).toHaveLength(1)
    expect(await rows('admin.two', '&emergency=all')).toHaveLength(2)
    const later = after.find(({ action }) => action === 'later')
    expect((await look('admin.two', 'x', later?.id)).code).toBe('FIELD_RELATED')
    await emergency('admin.two', pid.neihu)
    const own = (await rows('admin.two', '&emergency=open'))[0]?.id
    expect((await look('admin.two', '自己看自己', own)).code).toBe('FIELD_RELATED')
  })
  it('[I9] [SHELL-18~] says what a doctor’s fees were and what they became, as money is read', async () => {
    const fees = { twDay: 45_000, twNight: 60_000, cnDay: null, cnNight: null }
    const set = async (body: object) => (await as('dr.lin', 'POST', 'createDoctorFee', body)).code
    expect([await set({ ...fees, version: 0 }), await set({ ...fees, twDay: 45_100, cnDay: 0, version: 1 })]).toEqual([
      'OK',
      'OK',
    ])
    const told = (await rows('admin', `&kind=write&who=${mid('dr.lin')}`)).filter(
      ({ action }) => action === 'POST /his/api/createDoctorFee',
    )
    const first = { twDay: '450.00', twNight: '600.00', cnDay: null, cnNight: null }
    const target = { targetKind: 'staff', targetId: `${mid('dr.lin')}` }
    expect(told).toMatchObject([
      { ...target, change: { before: first, after: { ...first, twDay: '451.00', cnDay: '0.00' } } },
      { ...target, change: { before: null, after: first } },
    ])
  })
  it('[SHELL-18~] pages without losing or repeating a row, the emergencies among them', async () => {
    const whole = await rows('admin.two', '&kind=read&to=2098-01-01')
    const pages: AuditRow[] = []
    for (let page = 1; pages.length < whole.length; page += 1) {
      const part = (await as('admin.two', 'GET', `auditlogs?pageSize=2&page=${page}&kind=read&to=2098-01-01`))
        .data as AuditRow[]
      if (!part.length) break
      pages.push(...part)
    }
    // Each reading adds a row of its own: those of before have to stand in one order.
    const known = new Set(whole.map(({ id }) => id))
    const first = pages.map(({ id }) => id).filter((id) => known.has(id))
    expect(new Set(first).size).toBeGreaterThan(5)
    expect([...new Set(first)].every((id, at, all) => at < 2 || (all[at - 1] ?? 0) > id || at < 3)).toBe(true)
  })
  it('[AUTH-19~] [SHELL-18~] verifies the chain on the screen’s word, and says where it is broken', async () => {
    while (await sealBatch(office.data.db, office.clock));
    const verify = async () => (await as('admin', 'POST', 'auditlogs/verifications', {})).data as ChainState
    expect(await verify()).toMatchObject({ findings: [], by: { name: 'admin' } })
    const before = (await as('admin.two', 'GET', 'auditlogs/verifications')).data as ChainState
    expect(before.sealed).toBeGreaterThan(5)
    const [victim] = await rows('admin', '&why=authorised')
    await office.data.db.owner(`update audit_log set outcome = 'NOTHING' where id = ${victim?.id}`)
    const broken = await verify()
    expect(broken.findings).toMatchObject([{ what: 'changed', auditId: victim?.id }])
    expect((await as('admin.two', 'GET', 'auditlogs/verifications')).data).toMatchObject({
      findings: [{ what: 'changed' }],
    })
  })
  it('[SHELL-18~] finds who opened the record of a VIP, a colleague, somebody known, or a patient of no visit', async () => {
    const db = office.data.db.system
    const person = (name: string, unit: number, more: { vip?: boolean; mobile?: string; contact?: string } = {}) =>
      db.tx(async (tx) => {
        const contact = more.contact ? JSON.stringify({ name: '家人', phone: more.contact }) : null
        const row = await tx.one(sql<{
          pid: number
        }>`insert into member (member_no, name, vip, mobile, emergency_contact)
          values (${name}, ${name}, ${more.vip ?? false}, ${more.mobile ?? null}, ${contact}::jsonb) returning pid`)
        await tx.run(
          sql`insert into member_unit (pid, partner_id, unit_id) values (${row.pid}, ${unit === 320 ? 32 : 1}, ${unit})`,
        )
        return row.pid
      })
    await db.tx(async (tx) => {
      await tx.run(sql`update staff set phone = '0955000001' where account = 'dr.lin'`)
      await tx.run(sql`update staff set phone = '0955000002' where account = 'dr.far'`)
    })
    const vip = await person('貴賓', 3, { vip: true })
    const colleague = await person('同事', 2, { mobile: '0955000002' })
    const family = await person('家屬', 2, { contact: '0955000001' })
    const elsewhere = await person('他院貴賓', 320, { vip: true })
    const patient = await person('病人', 2)
    const { qid } = await db.tx((tx) =>
      tx.one(sql<{
        qid: number
      }>`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
        values (1, 2, ${patient}, ${mid('dr.lin')}, 'finished', 'general', 1, (select max(at)::date - 2 from audit_log),
          (select max(at) - interval '2 days' from audit_log), 1) returning qid`),
    )
    expect(qid).toBeGreaterThan(0)
    const reason = { detail: { reason: 'authorised' } }
    await happened('dr.far', 'pattern vip', { pid: vip, ...reason })
    await happened('dr.lin', 'pattern colleague', { pid: colleague, ...reason })
    await happened('dr.far', 'pattern oneself', { pid: colleague, ...reason })
    await happened('dr.lin', 'pattern family', { pid: family, ...reason })
    await happened('dr.far', 'pattern another’s family', { pid: family, ...reason })
    await happened('dr.hua', 'pattern elsewhere', { pid: elsewhere, partner: 32, ...reason })
    await happened('dr.lin', 'pattern patient', { pid: patient, ...reason })
    await happened('dr.far', 'pattern patient of others', { pid: patient, ...reason })
    await happened('dr.far', 'pattern no opening', { pid: patient })
    const found = async (pattern: string, by: keyof Office['tokens'] = 'admin.two') =>
      (await rows(by, `&pattern=${pattern}`))
        .flatMap(({ action }) => (action.startsWith('pattern ') ? [action.slice(8)] : []))
        .toSorted()
    expect(await found('vip')).toEqual(['vip'])
    expect(await found('colleague')).toEqual(['colleague', 'oneself'])
    expect(await found('acquainted')).toEqual(['family', 'oneself'])
    expect(await found('unrelated')).toEqual([
      'another’s family',
      'colleague',
      'family',
      'oneself',
      'patient of others',
      'vip',
    ])
    // Of a unit's administrator the unit's, of another institution its own, of the operator all.
    expect(await found('vip', 'unit.admin')).toEqual([])
    expect(await found('vip', 'admin.sea')).toEqual(['elsewhere'])
    expect(await found('vip', 'op')).toEqual(['elsewhere', 'vip'])
    expect((await as('admin', 'GET', 'auditlogs?pattern=rich')).status).toBe(400)
  })
  it('[SHELL-18~] the policies alone tell nobody of patients: the functions answer to who may read the log, of the own institution', async () => {
    const scope = (rights: Partial<Scope>, partnerId: number) => ({
      kind: 'staff' as const,
      mid: mid('admin'),
      partnerId,
      unitIds: [1, 2, 3],
      pid: null,
      qid: null,
      'emr.read': '-' as const,
      'appointment.read': '-' as const,
      ...rights,
    })
    const audits = { 'audit.read': 'y' } as const
    const asked = (rights: Partial<Scope>, partner: number, institution: number | null) =>
      office.data.db.tx(scope(rights, partner), async (tx) => {
        const one = await tx.one(sql<{ vip: number; known: number; odd: boolean }>`
          select cardinality(app_audit_patients('vip', ${institution}::int)) as vip,
            (select count(*)::int from app_audit_acquainted(${institution}::int)) as known,
            app_audit_unrelated(${mid('dr.far')}, ${pid.neihu}, ${institution}::int, '2020-01-01') as odd`)
        return [one.vip, one.known, one.odd]
      })
    const nothing = [0, 0, false]
    expect(await asked(audits, 1, 1)).toEqual([1, 2, true])
    expect(await asked(audits, 1, 32)).toEqual(nothing)
    expect(await asked(audits, 1, null)).toEqual(nothing)
    expect(await asked({ 'admin.partner': 'y', 'admin.ui': 'y' }, 1, 1)).toEqual(nothing)
    expect(await asked({}, 0, null)).toEqual(nothing)
    expect((await asked(audits, 0, null))[0]).toBe(2)
  })
  it('[SHELL-18~] is exported with its filters, and the export is kept', async () => {
    const file = await fetch(`${office.base}/his/api/auditlogs?format=xlsx&emergency=all`, {
      headers: { authorization: `Bearer ${office.tokens['admin.two']}` },
    })
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
    const kept = (await rows('admin')).find(({ targetKind }) => targetKind === 'export')
    expect(kept).toMatchObject({ action: 'GET /his/api/auditlogs', name: 'admin.two', criteria: 'emergency=all' })
    expect(kept?.rows).toEqual(expect.any(Number))
  })
  it('[SHELL-18~] is exported signed: whole, with its filters; a byte changed anywhere is found', async () => {
    const get = (by: keyof Office['tokens'], query = '') =>
      fetch(`${office.base}/his/api/auditlogs/exports${query}`, {
        headers: { authorization: `Bearer ${office.tokens[by]}` },
      })
    expect((await get('dr.lin')).status).toBe(403)
    const answer = await get('admin.two', '?pattern=vip&kind=read')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const archive = new Uint8Array(await answer.arrayBuffer())
    const { exportKey } = (await as('admin', 'GET', 'auditlogs/verifications')).data as ChainState
    expect(exportKey).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/)
    expect(checked(archive)).toMatchObject({
      ok: true,
      key: exportKey,
      statement: {
        rows: 1,
        total: 1,
        filters: { pattern: 'vip', kind: 'read' },
        institution: 1,
        by: { name: 'admin.two' },
      },
    })
    const sheet = await readXlsx(Buffer.from(unzipSync(archive)['auditlog.xlsx'] ?? new Uint8Array()))
    expect(sheet[1]?.cells.map((cell) => cell?.text)).toEqual(expect.arrayContaining(['dr.far', 'pattern vip']))
    const kept = (await rows('admin')).find(({ action }) => action === 'GET /his/api/auditlogs/exports')
    expect(kept).toMatchObject({ targetKind: 'export', name: 'admin.two' })
    // Each of the two parts, and the statement signed anew with a key of somebody else's.
    const parts = unzipSync(archive)
    const said = JSON.parse(strFromU8(parts['signature.json'] ?? new Uint8Array())) as Record<string, string>
    const forged = (more: Record<string, string>, file = parts['auditlog.xlsx'] ?? new Uint8Array()) =>
      checked(zipSync({ 'auditlog.xlsx': file, 'signature.json': strToU8(JSON.stringify({ ...said, ...more })) }))
    expect(forged({})).toMatchObject({ ok: true })
    expect(forged({ statement: said.statement?.replace('"rows":1', '"rows":2') ?? '' })).toEqual({
      ok: false,
      what: 'signature',
    })
    const other = Uint8Array.from(parts['auditlog.xlsx'] ?? [])
    other[other.length - 30] = (other[other.length - 30] ?? 0) ^ 1
    expect(forged({}, other)).toEqual({ ok: false, what: 'file' })
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const stranger = forged({
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      signature: sign(null, Buffer.from(said.statement ?? ''), privateKey).toString('base64'),
    })
    expect(stranger.ok && stranger.key).not.toBe(exportKey)
    expect(checked(new Uint8Array([1, 2, 3]))).toEqual({ ok: false, what: 'notAnExport' })
  })
  it('[Iw6] a file signed anew with another key passes by its signature alone, and not against the key that is expected', async () => {
    const answer = await fetch(`${office.base}/his/api/auditlogs/exports`, {
      headers: { authorization: `Bearer ${office.tokens['admin.two']}` },
    })
    const archive = new Uint8Array(await answer.arrayBuffer())
    const { exportKey } = (await as('admin', 'GET', 'auditlogs/verifications')).data as ChainState
    const parts = unzipSync(archive)
    const said = JSON.parse(strFromU8(parts['signature.json'] ?? new Uint8Array())) as Record<string, string>
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const anew = {
      ...said,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      signature: sign(null, Buffer.from(said.statement ?? ''), privateKey).toString('base64'),
    }
    const forged = zipSync({
      'auditlog.xlsx': parts['auditlog.xlsx'] ?? new Uint8Array(),
      'signature.json': strToU8(JSON.stringify(anew)),
    })
    const folder = mkdtempSync(join(tmpdir(), 'teleward-export-'))
    const tool = fileURLToPath(new URL('../tools/verify-export.ts', import.meta.url))
    const verify = (bytes: Uint8Array, ...key: string[]) => {
      const file = join(folder, 'export.zip')
      writeFileSync(file, bytes)
      return spawnSync(process.execPath, [tool, file, ...key], { encoding: 'utf8' })
    }
    try {
      const plain = exportKey.replaceAll(' ', '')
      for (const key of [exportKey.split(' '), [exportKey], [plain], [plain.toUpperCase()]])
        expect(verify(archive, ...key).status, key.join(' ')).toBe(0)
      expect(verify(forged).status).toBe(0)
      const refused = verify(forged, exportKey)
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('another key')])
      for (const key of ['0000 0000 0000 0000', plain.slice(0, 4)]) expect(verify(archive, key).status, key).toBe(1)
      // What holds no key is no wish to go without one.
      expect(verify(archive, 'xyz!').status).toBe(1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
