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

describe('what waits for somebody to do it', () => {
  it('[SHELL-17~] is counted by the lists it opens: of letters those to oneself or one’s unit that are open', async () => {
    await letter({ unit: 2, mid: mid('dr.lin') })
    await letter({ unit: 2, mid: null })
    await letter({ unit: 2, mid: mid('nurse.chen') })
    await letter({ unit: 3, mid: null })
    expect(await todos('dr.lin')).toEqual({ handoffs: 0, referrals: 2, chats: 0 })
    expect(await total('dr.lin', 'referrals?side=received&state=open')).toBe(2)
    expect(await todos('nurse.chen')).toEqual({ handoffs: 0, referrals: 2, chats: 0 })
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
    expect(Object.keys(seen).toSorted()).toEqual(['chats', 'emergencies', 'handoffs', 'messages', 'refunds', 'reviews'])
    expect(seen).toEqual({
      handoffs: 0,
      reviews: await total('admin', 'staffreviews'),
      emergencies: await total('admin', 'auditlogs?emergency=open'),
      refunds: await total('admin', 'refunds?state=open'),
      messages: await total('admin', 'outboxmessages?state=failed'),
      chats: 0,
    })
    expect([seen.emergencies, seen.messages, seen.reviews]).toEqual([1, 1, 1])
    // Another institution has its own, and nothing of this one.
    const sea = { handoffs: 0, reviews: 0, emergencies: 0, refunds: 0, messages: 1, chats: 0 }
    expect(await todos('admin.sea')).toEqual(sea)
    // What is done is gone.
    const [row] = (await office.as('admin', 'GET', 'auditlogs?emergency=open')).data as { id: number }[]
    await office.as('admin', 'PUT', `auditlogs/${row?.id}`, { note: '已了解' })
    expect((await todos('admin')).emergencies).toBe(0)
  })

  it('[SHELL-17~] leaves out what a right was taken of, and what the institution has hidden', async () => {
    const change = async (set: ReturnType<typeof sql>) => {
      await run(sql`update partner set ${set}, version = version + 1 where id = 1`)
      await office.data.db.system.tx(async (tx) => office.app.auth.partnerChanged(tx, 1))
    }
    await change(sql`settings = settings || '{"removals": {"nurse": ["referral.write"]}}'`)
    expect(await todos('nurse.chen')).toEqual({ handoffs: 0, chats: 0 })
    await change(sql`ui_config = '{"menu": {"hidden": ["adminOutbox"]}}'`)
    expect(Object.keys(await todos('admin'))).not.toContain('messages')
    await change(sql`settings = '{}', ui_config = '{}'`)
  })
})
