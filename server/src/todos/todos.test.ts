import { randomUUID } from 'node:crypto'
import type { Todo } from '@teleward/contract/staff/todo-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { sql } from '../platform/db/index.ts'

let office: Office
const mid = (account: string) => office.mids[account] ?? 0
const run = (statement: ReturnType<typeof sql>) => office.data.db.system.tx((tx) => tx.run(statement))
beforeAll(async () => {
  office = await openOffice()
  await run(sql`insert into member (pid, member_no, name) overriding system value values (201, 'M-201', '吳秀鳳')`)
  await run(sql`insert into member_unit (pid, partner_id, unit_id) values (201, 1, 2)`)
})
afterAll(() => office?.stop())

const todos = async (by: keyof Office['tokens']) =>
  Object.fromEntries(
    ((await office.as(by, 'GET', 'dashboards/todos')).data as Todo[]).map(({ kind, count }) => [kind, count]),
  )
const total = async (by: keyof Office['tokens'], path: string) =>
  (await office.as(by, 'GET', path)).body.total as number
const letter = (to: { unit: number; mid: number | null }, state = 'sent') =>
  run(sql`insert into referral (id, partner_id, unit_id, pid, from_mid, to_unit, to_mid, urgency, reason, patient_name, state, created_at, updated_at)
    values (${randomUUID()}::uuid, 1, 2, 201, ${mid('dr.wang')}, ${to.unit}, ${to.mid}::int, 'routine', 'x', 'x', ${state}, now(), now())`)

/** Of who follows patients up, where nothing waits. */
const none = { alerts: 0, lateHandoffs: 0, cases: 0, files: 0 }

describe('what waits for somebody to do it', () => {
  it('[SHELL-17~] is counted by the lists it opens: of letters those to oneself or one’s unit that are open', async () => {
    await letter({ unit: 2, mid: mid('dr.lin') })
    await letter({ unit: 2, mid: null })
    await letter({ unit: 2, mid: mid('nurse.chen') })
    await letter({ unit: 3, mid: null })
    expect(await todos('dr.lin')).toEqual({ ...none, meals: 0, handoffs: 0, referrals: 2, chats: 0 })
    expect(await total('dr.lin', 'referrals?side=received&state=open')).toBe(2)
    expect(await todos('nurse.chen')).toEqual({ ...none, handoffs: 0, referrals: 2, chats: 0 })
  })

  it('[SHELL-17~] and of an administrator reviews, emergency accesses, refunds and messages that failed, each in reach alone', async () => {
    await run(sql`insert into audit_log (at, partner_id, mid, action, kind, pid, outcome)
      values (now(), 1, ${mid('dr.lin')}, 'emergency access', 'write', 201, 'OK')`)
    for (const [partner, state] of [
      [1, 'failed'],
      [1, 'sent'],
      [32, 'failed'],
    ] as const)
      await run(sql`insert into outbox_message (id, partner_id, channel, recipient, kind, secret, body, dedupe, state, tries, created_at, updated_at)
        values (${randomUUID()}::uuid, ${partner}, 'sms', '0912', 'notice', false, 'x', ${randomUUID()}, ${state}, 6, now(), now())`)
    const seen = await todos('admin')
    expect(Object.keys(seen).toSorted()).toEqual([
      'cases',
      'chats',
      'emergencies',
      'handoffs',
      'lateHandoffs',
      'messages',
      'refunds',
      'reviews',
    ])
    expect(seen).toEqual({
      cases: 0,
      lateHandoffs: 0,
      handoffs: 0,
      reviews: await total('admin', 'staffreviews'),
      emergencies: await total('admin', 'auditlogs?emergency=open'),
      refunds: await total('admin', 'refunds?state=open'),
      messages: await total('admin', 'outboxmessages?state=failed'),
      chats: 0,
    })
    expect([seen.emergencies, seen.messages, seen.reviews]).toEqual([1, 1, 1])
    // Another institution has its own, and nothing of this one.
    const sea = {
      cases: 0,
      lateHandoffs: 0,
      handoffs: 0,
      reviews: 0,
      emergencies: 0,
      refunds: 0,
      messages: 1,
      chats: 0,
    }
    expect(await todos('admin.sea')).toEqual(sea)
    // What is done is gone.
    const [row] = (await office.as('admin', 'GET', 'auditlogs?emergency=open')).data as { id: number }[]
    await office.as('admin', 'PUT', `auditlogs/${row?.id}`, { note: '已了解' })
    expect((await todos('admin')).emergencies).toBe(0)
  })

  it('[SHELL-17~] [MON-03~] and of who follows patients up: open alerts, hand-offs whose day is over, own cases near their target, meals without advice, own files of nobody', async () => {
    const [lin, chen] = [mid('dr.lin'), mid('nurse.chen')]
    // An alert is told of whose record is open to the caller, and is dealt with by who acknowledges it.
    const alert = (state: string) =>
      run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, raised_at, last_at, state,
          acked_by, acked_at, ack_note)
        values (${randomUUID()}::uuid, 201, 1, 2, ${randomUUID()}::uuid, 'own', 'systolic', 'above', 'critical', now(), now(), ${state},
          ${state === 'open' ? null : chen}::int, case when ${state} = 'open' then null else now() end, case when ${state} = 'open' then null else '' end)`)
    await alert('open')
    await alert('acknowledged')
    expect((await todos('dr.lin')).alerts).toBe(0)
    await run(sql`insert into emergency_access (id, partner_id, unit_id, pid, mid, reason, at, until)
      values (${randomUUID()}::uuid, 1, 2, 201, ${lin}, '昏迷送醫', now(), now() + interval '1 hour')`)
    const handoff = (to: number, due: string | null, status = 0) =>
      run(sql`insert into handoff (id, partner_id, giver_mid, recipient_mid, content, due_on, status, completed_at, created_at, updated_at)
        values (${randomUUID()}::uuid, 1, ${mid('dr.wang')}, ${to}, 'x', ${due}::date, ${status}, case when ${status} = 1 then now() end, now(), now())`)
    await handoff(lin, '2020-01-01')
    await handoff(lin, '2020-01-01', 1)
    await handoff(lin, '2999-01-01')
    await handoff(chen, '2020-01-01')
    const file = async (by: number) => {
      const id = randomUUID()
      await run(sql`insert into medical_file (id, partner_id, mid, kind, format, name, bytes, sha256, state, key, created_at, updated_at)
        values (${id}::uuid, 1, ${by}, 'photo', 'jpg', 'a.jpg', 1, ${'a'.repeat(64)}, 'unassigned', ${id}, now(), now())`)
      await run(sql`insert into upload (id, partner_id, mid, kind, name, bytes, state, file_id, created_at, expires_at)
        values (${randomUUID()}::uuid, 1, ${by}, 'photo', 'a.jpg', 1, 'unassigned', ${id}::uuid, now(), now() + interval '1 day')`)
    }
    const oneCase = (owner: number | null, warn: string, state = 'open') =>
      run(sql`insert into crm_case (partner_id, unit_id, pid, title, type, origin, state, opened_by, opened_at, owner_mid,
          assigned_to, assigned_from, assigned_at, first_warn, first_due, updated_at)
        values (1, 2, 201, 'x', 'other', 'phone', ${state}, ${chen}, now(), ${owner}::int, ${owner}::int, case when ${owner}::int is null then null else ${chen}::int end,
          case when ${owner}::int is null then null else now() end, ${warn}::timestamptz, ${warn}::timestamptz, now())`)
    await oneCase(lin, '2020-01-01')
    await oneCase(lin, '2999-01-01')
    await oneCase(null, '2020-01-01')
    for (const by of [lin, lin, chen]) await file(by)
    await run(
      sql`update upload set state = 'queued', file_id = null where id = (select id from upload where mid = ${lin} limit 1)`,
    )
    await run(
      sql`insert into diet_course (id, partner_id, unit_id, pid, began_by, began_at) values (901, 1, 2, 201, ${lin}, now())`,
    )
    await run(sql`insert into diet_meal (id, course_id, partner_id, unit_id, pid, day, meal, mid, entered_at, updated_at)
      values (${randomUUID()}::uuid, 901, 1, 2, 201, current_date, 1, ${chen}, now(), now())`)
    const seen = await todos('dr.lin')
    expect(seen).toMatchObject({ alerts: 1, lateHandoffs: 1, handoffs: 2, cases: 1, meals: 1, files: 1 })
    // Each as the list it opens has it.
    const posted = async (path: string, body: object) =>
      (await office.as('dr.lin', 'POST', path, body)).body.total as number
    expect({
      alerts: await total('dr.lin', 'alerts?state=open'),
      lateHandoffs: await total('dr.lin', `tometodolist/${lin}?due=late`),
      cases: await posted('getSNs', { state: 'running', assigned: 'me', late: true }),
      meals: await posted('fetchDietMember', { waiting: true }),
      files: await total('dr.lin', 'uploads?state=unassigned'),
    }).toEqual({ alerts: 1, lateHandoffs: 1, cases: 1, meals: 1, files: 1 })
    // The nurse advises nobody, and sees no alert of a record that is not open to her.
    expect(await todos('nurse.chen')).toMatchObject({ alerts: 0, lateHandoffs: 1, cases: 0, files: 1 })
    expect(Object.keys(await todos('nurse.chen'))).not.toContain('meals')
    await run(sql`delete from upload`)
    await run(sql`delete from handoff`)
    await run(sql`delete from crm_case`)
    await run(sql`delete from emergency_access`)
  })

  it('[SHELL-17~] leaves out what a right was taken of, and what the institution has hidden', async () => {
    const change = async (set: ReturnType<typeof sql>) => {
      await run(sql`update partner set ${set}, version = version + 1 where id = 1`)
      await office.data.db.system.tx(async (tx) => office.app.auth.partnerChanged(tx, 1))
    }
    await change(sql`settings = settings || '{"removals": {"nurse": ["referral.write"]}}'`)
    expect(await todos('nurse.chen')).toEqual({ ...none, handoffs: 0, chats: 0 })
    await change(sql`ui_config = '{"menu": {"hidden": ["adminOutbox"]}}'`)
    expect(Object.keys(await todos('admin'))).not.toContain('messages')
    await change(sql`settings = '{}', ui_config = '{}'`)
  })
})
