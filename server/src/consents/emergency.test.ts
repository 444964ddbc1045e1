import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../auth/fixture.ts'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    const people: [mid: number, account: string, doctortype: string, unit: number][] = [
      [201, 'admin.here', 'admin', 2],
      [202, 'case.here', 'case_manager', 2],
      [203, 'admin.away', 'admin', 3],
      [204, 'diet.here', 'dietitian', 2],
    ]
    for (const [mid, account, doctortype, unit] of people) {
      await tx.run(
        sql`insert into staff (mid, account, name, mobilecode) overriding system value values (${mid}, ${account}, ${account}, 1)`,
      )
      await tx.run(
        sql`insert into staff_credential (mid, password_hash) select ${mid}::int, password_hash from staff_credential where mid = 101`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, 1, 3, ${doctortype})`,
      )
      await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, 1, ${unit})`)
    }
  })
})
afterAll(() => clinic.close())

describe('emergency access', () => {
  it('[EMR-11~] is told at once to those who answer for the unit, by its number alone', async () => {
    const lin = await clinic.staff('dr.lin')
    const lines = await Promise.all(
      ['admin.here', 'case.here', 'admin.away', 'diet.here', 'nurse.chen'].map(async (account) =>
        (await clinic.staff(account)).line(),
      ),
    )
    const [admin, manager, ...others] = lines
    const taken = await lin.post<{ id: string }>('/his/api/consents/201/emergency', { reason: '病人昏迷送醫' })
    expect(taken.code).toBe('OK')
    for (const socket of [admin, manager]) {
      const told = await socket?.waitFor('emergency.taken')
      expect(told).toEqual({ id: taken.data.id, at: expect.any(String) })
      expect(JSON.stringify([socket?.heard, socket?.messages])).not.toMatch(/昏迷|吳秀鳳|"pid"/)
    }
    // An answer on the same connection comes after whatever was sent before it.
    for (const socket of others) {
      await socket.emit('join_room', { room: 'unit:2' })
      expect(socket.heard.map(({ type }) => type)).not.toContain('emergency.taken')
    }
    // Whoever was away finds it in the bell, by name and patient as far as they may know them.
    const bell = async (account: string) =>
      (
        await (
          await clinic.staff(account)
        ).get<{ what: string; from: { mid: number }; link: object }[]>('/his/api/notifications')
      ).data
    expect(await bell('admin.here')).toMatchObject([
      {
        what: 'emergency.taken',
        from: { mid: lin.mid },
        link: { screen: 'adminAudit', search: { emergency: 'open' } },
      },
    ])
    expect(await bell('case.here')).toMatchObject([{ link: { screen: 'members', search: { open: '201' } } }])
    expect(await bell('nurse.chen')).toEqual([])
  })
})

describe('emergency access of many', () => {
  const many = 900
  const open = (who: Staff, pid: number, password?: string) =>
    who.post<{ id: string }>(`/his/api/consents/${pid}/emergency`, { reason: 'aaaaaaaaaaaaaaaaaaaa', password })
  beforeAll(() =>
    clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`insert into member (pid, member_no, name) overriding system value
        select ${many} + n, 'EM-' || n, '急診' || n from generate_series(1, 14) n`)
      await tx.run(
        sql`insert into member_unit (pid, partner_id, unit_id) select ${many} + n, 1, 2 from generate_series(1, 14) n`,
      )
    }),
  )

  it('[Sw3] opens ten patients within an hour, and each further one by the own password alone, however many are asked for at once; who answers for the unit is told', async () => {
    const chen = await clinic.staff('nurse.chen')
    const said = await Promise.all(Array.from({ length: 12 }, (_, n) => open(chen, many + 1 + n)))
    expect(said.map(({ code }) => code).toSorted()).toEqual([
      'EMERGENCY_LIMIT',
      'EMERGENCY_LIMIT',
      ...Array<string>(10).fill('OK'),
    ])
    const over = said.findIndex(({ code }) => code === 'EMERGENCY_LIMIT')
    expect([said[over]?.status, said[over]?.text.includes('10')]).toEqual([403, true])
    // The record stays closed, and whose it was stands in the log.
    const pid = many + 1 + over
    const kept = await clinic.data.db.system.read(sql<{ outcome: string; pid: number }>`
      select outcome, pid from audit_log where outcome = 'EMERGENCY_LIMIT' and pid = ${pid}`)
    expect(kept).toEqual([{ outcome: 'EMERGENCY_LIMIT', pid }])
    // Who has one open goes on with it; another person has a count of their own.
    const first = said.findIndex(({ code }) => code === 'OK')
    expect((await open(chen, many + 1 + first)).code).toBe('OK')
    expect((await open(await clinic.staff('dr.lin'), pid)).code).toBe('OK')
    const bell = async (account: string) =>
      (await (await clinic.staff(account)).get<{ what: string }[]>('/his/api/notifications')).data.filter(
        ({ what }) => what === 'emergency.many',
      )
    expect((await bell('admin.here')).length).toBe(1)
    expect(await bell('admin.away')).toEqual([])
    // A session that somebody found knows no password; who is there is not shut out.
    expect((await open(chen, pid, 'a guess')).code).toBe('WRONG_PASSWORD')
    expect((await open(chen, pid)).code).toBe('EMERGENCY_LIMIT')
    expect((await open(chen, pid, PASSWORD)).code).toBe('OK')
    const marked = await clinic.data.db.system.read(sql<{ pid: number }>`
      select pid from audit_log where action = 'emergency access' and detail ->> 'beyond' = '10'`)
    expect(marked).toEqual([{ pid }])
    // Its password is in no row of the log.
    const told = await clinic.data.db.system.read(sql<{ n: number }>`
      select count(*)::int as n from audit_log where position(${PASSWORD} in detail::text) > 0`)
    expect(told).toEqual([{ n: 0 }])
    clinic.clock.advance(3_600_001)
    expect((await open(await clinic.staff('nurse.chen'), pid)).code).toBe('OK')
  })
})
