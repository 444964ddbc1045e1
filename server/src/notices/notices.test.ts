import { randomUUID } from 'node:crypto'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import type { Notice, NoticeDetail, RecipientsPreview } from '@teleward/contract/notices/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { sendDue } from './sending.ts'

let office: Office
const mid = (account: string) => office.mids[account] ?? 0
const run = (statement: ReturnType<typeof sql>) => office.data.db.system.tx((tx) => tx.run(statement))
const read = <T>(statement: ReturnType<typeof sql<T>>) => office.data.db.system.read(statement)
/** Tenths of a minute: no session ends meanwhile. */
const ahead = (tenths: number) => new Date(office.clock.now().getTime() + tenths * 6000).toISOString()
const toStaff = (...accounts: string[]) => [{ kind: 'staff', mids: accounts.map(mid) }]
const post = (by: keyof Office['tokens'], body: object) => office.as(by, 'POST', 'notices', body)
const write = async (by: keyof Office['tokens'], body: object) => {
  const said = await post(by, {
    content: '明日全院教育訓練',
    sendAt: ahead(10),
    audience: toStaff('nurse.chen'),
    ...body,
  })
  expect(said.code).toBe('OK')
  return said.data as NoticeDetail
}
const one = async (by: keyof Office['tokens'], id: string) =>
  (await office.as(by, 'GET', `notices/${id}`)).data as NoticeDetail
const list = async (by: keyof Office['tokens'], query = '') =>
  (await office.as(by, 'GET', `notices${query}`)).data as Notice[]
const bell = async (by: keyof Office['tokens'], query = '') =>
  (await office.as(by, 'GET', `notifications${query}`)).data as Notification[]
const counts = async (by: keyof Office['tokens']) =>
  (await office.as(by, 'GET', 'counts')).data as Record<string, number>
/** Until its hour, and everything that is due by then. */
const pass = async (tenths: number) => {
  office.clock.advance(tenths * 6000)
  await office.app.deps.timers.runDue()
  // What was handed to the outbox is its own alarm.
  await office.app.deps.timers.runDue()
}
const messagesOf = (id: string) =>
  read(sql<{ kind: string; channel: string; body: string; link: string | null }>`
    select kind, channel, body, link from outbox_message where origin_id = ${id} order by created_at, recipient`)
/** Whoever holds the link, on a phone of their own. */
async function patientBy(link: string) {
  let cookie = ''
  const call = async (method: string, part: string, body?: object) => {
    const reply = await fetch(`${office.base}/his/api/links/${link.split('/link/')[1]}${part}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return (await reply.json()) as {
      status: string
      data: { messages: { seq: number; textContent: string; fromMe: boolean }[] }
    }
  }
  expect((await call('POST', '/identity', { birthday: '1958-01-02', last4: '6527' })).status).toBe('OK')
  return call
}
const fields = (said: { body: Record<string, unknown> }) =>
  Object.fromEntries(
    ((said.body.errors ?? said.body.fields) as { path: string; code: string }[]).map(({ path, code }) => [path, code]),
  )

beforeAll(async () => {
  office = await openOffice()
  await run(sql`insert into member (pid, member_no, name, mobile, email, id_number, birthday) overriding system value values
    (201, 'M-201', '吳秀鳳', '0912000201', null, 'A223456527', '1958-01-02'), (202, 'M-202', '陳大明', null, 'chen@example.org', null, null),
    (203, 'M-203', '無聯絡', null, null, null, null), (204, 'M-204', '外院人', '0912000204', null, null, null)`)
  await run(
    sql`insert into member_unit (pid, partner_id, unit_id) values (201, 1, 2), (202, 1, 2), (203, 1, 2), (204, 32, 320)`,
  )
})
afterAll(() => office?.stop())

describe('a scheduled notice', () => {
  it('[NOTI-02~] has at least one recipient, a content and an hour to come, and says at once by its field what is missing', async () => {
    const empty = await post('dr.lin', {})
    expect([empty.status, fields(empty)]).toEqual([
      400,
      { audience: 'RECIPIENT_REQUIRED', content: 'CONTENT_REQUIRED', sendAt: 'SEND_TIME_PAST' },
    ])
    const past = await post('dr.lin', { content: ' \n ', sendAt: ahead(0), audience: toStaff('nurse.chen') })
    expect(fields(past)).toEqual({ content: 'CONTENT_REQUIRED', sendAt: 'SEND_TIME_PAST' })
    // A group that nobody is in is no recipient, and a list that is none of the caller's is nobody's.
    const nobody = await post('dr.lin', { content: 'x', sendAt: ahead(5), audience: [{ kind: 'unit', unitId: 3 }] })
    expect(nobody.code).toBe('RECIPIENT_REQUIRED')
    const far = await post('dr.lin', { content: 'x', sendAt: ahead(6_000_000), audience: toStaff('nurse.chen') })
    expect(fields(far)).toEqual({ sendAt: 'VALUE_INVALID' })
    expect(
      (await post('dr.lin', { content: 'x'.repeat(1001), sendAt: ahead(5), audience: toStaff('nurse.chen') })).status,
    ).toBe(400)
  })

  it('[NOTI-02~] goes to people, units, groups, staff types and lists of patients of the own units, each once', async () => {
    const preview = async (audience: object[], channels = ['sms', 'email']) =>
      (await office.as('dr.lin', 'POST', 'noticerecipients', { audience, channels })).data as RecipientsPreview
    const names = ({ staff }: RecipientsPreview) => staff.map(({ name }) => name).toSorted()
    expect(names(await preview([{ kind: 'staffType', doctortype: 'nurse' }]))).toEqual(['nurse.chen'])
    const unit = names(await preview([{ kind: 'unit', unitId: 2 }, ...toStaff('nurse.chen')]))
    expect(unit).toContain('nurse.chen')
    expect(new Set(unit).size).toBe(unit.length)
    expect(unit).not.toContain('dr.far')
    const [talk] = await office.data.db.system.tx((tx) =>
      tx.many(sql<{ id: number }>`insert into chat_conversation (kind, partner_id, name, created_by, created_at)
        values ('group', 1, '夜班', ${mid('dr.lin')}, now()) returning id`),
    )
    for (const who of ['dr.lin', 'dr.wang'])
      await run(sql`insert into chat_participant (conversation_id, mid) values (${talk?.id ?? 0}, ${mid(who)})`)
    expect(names(await preview([{ kind: 'group', id: talk?.id }]))).toEqual(['dr.lin', 'dr.wang'])
    // Of a group one is not in nothing is said.
    const other = (
      await office.as('nurse.chen', 'POST', 'noticerecipients', { audience: [{ kind: 'group', id: talk?.id }] })
    ).data as RecipientsPreview
    expect(other.staff).toEqual([])
    const group = randomUUID()
    await run(sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      values (${group}, 1, 2, '血壓', ${mid('dr.lin')}, now(), now())`)
    await run(
      sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at) values (${group}, 202, 1, 2, ${mid('dr.lin')}, now())`,
    )
    await run(sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
      values (1, 2, 203, ${mid('dr.lin')}, 'registered', 'general', 1, '2026-03-03', '2026-03-03T02:00:00Z', 1)`)
    const patients = await preview([
      { kind: 'patients', pids: [201] },
      { kind: 'careGroup', id: group },
      { kind: 'visits', date: '2026-03-03' },
    ])
    expect(patients.patients.map(({ pid, channel }) => [pid, channel]).toSorted()).toEqual([
      [201, 'sms'],
      [202, 'email'],
      [203, null],
    ])
    // Another institution's patient and colleague are nobody.
    for (const audience of [[{ kind: 'patients', pids: [204] }], toStaff('dr.hua')])
      expect((await post('dr.lin', { content: 'x', sendAt: ahead(5), audience })).code).toBe('NOT_FOUND')
  })

  it('[NOTI-02~] [NOTI-03~] waits, is sent at its hour, and read: for its senders by each recipient, for a recipient as it came', async () => {
    const { id } = await write('dr.lin', {
      content: '{name}，請抽血前空腹',
      audience: [...toStaff('nurse.chen'), { kind: 'patients', pids: [201, 203] }],
    })
    const before = await one('dr.lin', id)
    expect([before.state, before.counts, before.sender]).toEqual([
      'waiting',
      { staff: 1, patients: 2, sent: 0, read: 0, failed: 0, waiting: 3 },
      true,
    ])
    // Nobody hears of it before, neither by list nor by address, and who does not send sees nobody else of it.
    const pharmacist = mid('nurse.chen')
    await run(sql`update staff_partner set doctortype = 'pharmacist' where mid = ${pharmacist}`)
    await office.signIn('nurse.chen').then(({ token }) => (office.tokens['nurse.chen'] = token))
    expect((await office.as('nurse.chen', 'GET', `notices/${id}`)).code).toBe('NOT_FOUND')
    expect(await list('nurse.chen')).toEqual([])
    await pass(9)
    expect((await one('dr.lin', id)).state).toBe('waiting')
    await pass(1)
    const sent = await one('dr.lin', id)
    expect(sent.recipients.map(({ name, channel, state, reason }) => [name, channel, state, reason])).toEqual([
      ['無聯絡', null, 'failed', 'NO_CHANNEL'],
      ['nurse.chen', 'portal', 'sent', null],
      ['吳秀鳳', 'sms', 'sent', null],
    ])
    expect(sent.state).toBe('failed')
    const messages = await messagesOf(id)
    expect(messages.map(({ kind }) => kind)).toEqual(['link'])
    expect(messages[0]?.body).toMatch(/^【禾安】吳秀鳳，請抽血前空腹\n閱讀與回覆：\/link\/[\w-]{43,}$/)
    const [entry] = await bell('nurse.chen')
    expect(entry).toMatchObject({
      kind: 'schedule',
      what: 'notice.arrived',
      link: { screen: 'schedule', search: { open: id } },
      from: { name: 'dr.lin' },
      text: 'nurse.chen，請抽血前空腹',
      gone: false,
      readAt: null,
    })
    expect(await counts('nurse.chen')).toMatchObject({ noti: 1, schedule: 1 })
    const mine = await one('nurse.chen', id)
    expect([mine.counts, mine.recipients, mine.audience, mine.sender, mine.names, mine.state]).toEqual([
      null,
      [],
      [],
      false,
      [],
      'sent',
    ])
    expect((await office.as('nurse.chen', 'PUT', `notifications/${entry?.id}`, { read: true })).code).toBe('OK')
    expect((await one('dr.lin', id)).recipients.find(({ name }) => name === 'nurse.chen')?.state).toBe('read')
    expect(await counts('nurse.chen')).toMatchObject({ noti: 0, schedule: 0 })
    // Its author is told once that somebody was not reached.
    expect((await bell('dr.lin')).filter(({ what }) => what === 'notice.failed')).toHaveLength(1)
    await run(sql`update staff_partner set doctortype = 'nurse' where mid = ${pharmacist}`)
    await office.signIn('nurse.chen').then(({ token }) => (office.tokens['nurse.chen'] = token))
  })

  it('[NOTI-02] has recipients among patients and staff, at least one, content, hour and when it was made; waits, is changed or cancelled, is sent, fails with a reason, and is read: by a patient in their conversation, by its link', async () => {
    const { birth, ...asked } = {
      birth: office.clock.now(),
      content: '{name}，明日量血壓',
      sendAt: ahead(5),
    }
    expect(fields(await post('dr.lin', asked))).toEqual({ audience: 'RECIPIENT_REQUIRED' })
    const gone = await write('dr.lin', asked)
    expect((await office.as('dr.lin', 'DELETE', `notices/${gone.id}`)).code).toBe('OK')
    const audience = [...toStaff('nurse.chen'), { kind: 'patients', pids: [201, 202] }]
    const made = await write('dr.lin', { ...asked, content: '寫錯了', audience: [{ kind: 'patients', pids: [201] }] })
    const changed = { ...asked, audience, channels: ['sms'], version: made.version }
    expect((await office.as('dr.lin', 'PUT', `notices/${made.id}`, changed)).code).toBe('OK')
    const [row] = await list('dr.lin', '?state=waiting')
    expect(row).toMatchObject({
      id: made.id,
      content: asked.content,

      state: 'waiting',
    })
    expect([row?.sendAt, row?.createdAt].map((at) => new Date(at ?? 0))).toEqual([new Date(asked.sendAt), birth])
    expect(row?.counts).toMatchObject({ staff: 1, patients: 2, waiting: 3 })
    expect((await list('dr.lin', '?state=cancelled')).map(({ id }) => id)).toContain(gone.id)
    await pass(5)
    const states = async () =>
      (await one('dr.lin', made.id)).recipients.map(({ name, state, reason }) => [name, state, reason].join(' '))
    // Of one there is a number, of the other an address that was not chosen.
    expect((await states()).toSorted()).toEqual(['nurse.chen sent ', '吳秀鳳 sent ', '陳大明 failed NO_CHANNEL'])
    expect((await one('dr.lin', made.id)).state).toBe('failed')
    expect((await messagesOf(gone.id)).length).toBe(0)
    const [message] = await messagesOf(made.id)
    const patient = await patientBy(message?.link ?? '')
    const { messages } = (await patient('GET', '/messages')).data
    const mine = messages.filter(({ textContent }) => textContent === '吳秀鳳，明日量血壓')
    expect(mine.map(({ fromMe }) => fromMe)).toEqual([false])
    expect((await states()).join()).not.toContain('read')
    expect((await patient('PUT', '/messagereads', { seq: mine[0]?.seq ?? 0 })).status).toBe('OK')
    const entry = (await bell('nurse.chen')).find(({ subject }) => subject.id === made.id)
    expect((await office.as('nurse.chen', 'PUT', `notifications/${entry?.id}`, { read: true })).code).toBe('OK')
    expect((await states()).toSorted()).toEqual(['nurse.chen read ', '吳秀鳳 read ', '陳大明 failed NO_CHANNEL'])
    // What was sent is changed and cancelled no more.
    expect((await office.as('dr.lin', 'DELETE', `notices/${made.id}`)).code).toBe('NOTICE_LOCKED')
    // Who is in their conversation is told there, without another link; nobody else's conversation is read by it.
    const next = await write('dr.lin', {
      content: '請多喝水',
      sendAt: ahead(1),
      audience: [{ kind: 'patients', pids: [201] }],
    })
    await pass(1)
    const sent = await messagesOf(next.id)
    expect(sent.map(({ kind, body, link }) => [kind, body, link])).toEqual([['notice', '【禾安】請多喝水', null]])
    expect((await one('dr.lin', next.id)).state).toBe('sent')
    await patient('POST', '/messages', { clientId: randomUUID(), textContent: '好' })
    expect((await one('dr.lin', next.id)).state).toBe('read')
    // Without number and address the open page is a way.
    await run(sql`update member set mobile = null where pid = 201`)
    const last = await write('dr.lin', {
      content: '再見',
      sendAt: ahead(1),
      audience: [{ kind: 'patients', pids: [201] }],
    })
    await pass(1)
    expect((await one('dr.lin', last.id)).recipients).toMatchObject([{ channel: 'portal', state: 'sent' }])
    await run(sql`update member set mobile = '0912000201' where pid = 201`)
    await run(sql`update video_link set state = 'dead', step = 'ended', dead_reason = 'withdrawn' where kind = 'chat'`)
  })

  it('[NOTI-02~] is changed and cancelled while it waits, by its author and who sends in the unit alone; two who change it do not overwrite each other', async () => {
    const made = await write('dr.lin', {})
    const body = { content: '改到下午', sendAt: ahead(20), audience: toStaff('dr.wang'), version: made.version }
    const edited = await office.as('nurse.chen', 'PUT', `notices/${made.id}`, body)
    expect([
      (edited.data as NoticeDetail).content,
      (edited.data as NoticeDetail).recipients.map(({ name }) => name),
    ]).toEqual(['改到下午', ['dr.wang']])
    expect((await office.as('dr.lin', 'PUT', `notices/${made.id}`, body)).code).toBe('VERSION_STALE')
    expect((await office.as('admin.sea', 'PUT', `notices/${made.id}`, body)).code).toBe('NOT_FOUND')
    await pass(11)
    // The hour was moved: at the old one nothing went.
    expect((await one('dr.lin', made.id)).state).toBe('waiting')
    expect((await office.as('dr.lin', 'DELETE', `notices/${made.id}`)).code).toBe('OK')
    expect((await office.as('dr.lin', 'DELETE', `notices/${made.id}`)).code).toBe('NOTICE_ILLEGAL_STEP')
    await pass(30)
    expect((await one('dr.lin', made.id)).state).toBe('cancelled')
    expect((await bell('dr.lin')).some(({ subject }) => subject.id === made.id)).toBe(false)
    const gone = await write('dr.lin', {})
    await pass(10)
    const late = { content: 'x', sendAt: ahead(5), audience: toStaff('dr.wang'), version: gone.version }
    expect((await office.as('dr.lin', 'PUT', `notices/${gone.id}`, late)).code).toBe('NOTICE_LOCKED')
    expect((await office.as('dr.lin', 'DELETE', `notices/${gone.id}`)).code).toBe('NOTICE_LOCKED')
  })

  it('[NOTI-02~] whose named colleague has left says so at its recipients, and is changed once they are taken out', async () => {
    const made = await write('dr.lin', { audience: toStaff('nurse.chen', 'dr.wang'), sendAt: ahead(50) })
    const body = {
      content: '改了字',
      audience: made.audience,
      channels: made.channels,
      sendAt: ahead(50),
      version: made.version,
    }
    await run(sql`update staff_partner set status = 'disabled' where mid = ${mid('dr.wang')} and partner_id = 1`)
    const said = await office.as('dr.lin', 'PUT', `notices/${made.id}`, body)
    expect([said.code, fields(said)]).toEqual(['NOT_FOUND', { audience: 'NOT_FOUND' }])
    // Who it is stands among the recipients, by name.
    const kept = (await one('dr.lin', made.id)).recipients.find((person) => person.mid === mid('dr.wang'))
    expect(kept?.name).toBeTruthy()
    const audience = toStaff('nurse.chen')
    expect((await office.as('dr.lin', 'PUT', `notices/${made.id}`, { ...body, audience })).code).toBe('OK')
    await run(sql`update staff_partner set status = 'active' where mid = ${mid('dr.wang')} and partner_id = 1`)
    expect((await office.as('dr.lin', 'DELETE', `notices/${made.id}`)).code).toBe('OK')
  })

  it('[NOTI-02~] is either sent or changed, never both: the sender and ten who cancel at once', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = await write('dr.lin', { sendAt: ahead(1) })
      await run(sql`delete from timer where kind = 'notice.send' and key = ${id}`)
      const at = new Date(office.clock.now().getTime() + 6000)
      const cancels = Array.from({ length: 5 }, () => office.as('dr.lin', 'DELETE', `notices/${id}`))
      const sends = Array.from({ length: 5 }, () =>
        office.data.db.system.tx((tx) => sendDue(tx, id, { now: at, linkAddress: (token) => `/link/${token}` })),
      )
      const said = (await Promise.all(cancels)).map(({ code }) => code)
      await Promise.all(sends)
      const { state } = await one('dr.lin', id)
      const entries = await read(
        sql<{ n: number }>`select count(*)::int as n from notification where subject_id = ${id}`,
      )
      const cancelled = said.includes('OK')
      expect([state, entries[0]?.n]).toEqual(cancelled ? ['cancelled', 0] : ['sent', 1])
      expect(said.filter((code) => code === 'OK').length).toBeLessThan(2)
    }
  })

  it('[NOTI-03~] names the provider’s reason, and is tried again by hand for those alone whom it did not reach', async () => {
    const { id } = await write('dr.lin', { audience: [...toStaff('dr.wang'), { kind: 'patients', pids: [203] }] })
    await pass(10)
    const failed = await one('dr.lin', id)
    expect([failed.state, failed.counts?.failed]).toEqual(['failed', 1])
    await run(sql`update member set mobile = '0912000203' where pid = 203`)
    const again = (version: number) => office.as('dr.lin', 'POST', `notices/${id}/retry`, { version })
    expect((await again(failed.version - 1)).code).toBe('VERSION_STALE')
    const both = (await Promise.all([again(failed.version), again(failed.version)])).map(({ code }) => code)
    expect(both).toContain('OK')
    await office.app.deps.timers.runDue()
    expect((await one('dr.lin', id)).recipients.map(({ state }) => state)).toEqual(['sent', 'sent'])
    const [sent] = await read(sql<{ entries: number; messages: number }>`
      select (select count(*)::int from notification where subject_id = ${id} and what = 'notice.arrived') as entries,
        (select count(*)::int from outbox_message where origin_id = ${id}) as messages`)
    expect(sent).toEqual({ entries: 1, messages: 1 })
    expect((await again((await one('dr.lin', id)).version)).code).toBe('NOTICE_ILLEGAL_STEP')
    await run(sql`update member set mobile = null where pid = 203`)
    // What the provider said of a message stands at its recipient.
    const other = await write('dr.lin', { audience: [{ kind: 'patients', pids: [201] }] })
    await pass(10)
    const [carried] = await read(sql<{ id: string }>`select id from outbox_message where origin_id = ${other.id}`)
    await run(sql`update outbox_message set state = 'sending' where id = ${carried?.id ?? ''}`)
    const { locked, step } = await import('../outbox/steps.ts')
    await office.data.db.system.tx(async (tx) =>
      step(tx, await tx.one(locked(carried?.id ?? '')), {
        action: 'permanent',
        at: office.clock.now(),
        reason: 'HTTP 400',
      }),
    )
    expect((await one('dr.lin', other.id)).recipients).toMatchObject([{ state: 'failed', reason: 'HTTP 400' }])
    const second = await again2(other.id)
    expect(second).toEqual(['cancelled', 'sent'])
    async function again2(which: string) {
      await office.as('dr.lin', 'POST', `notices/${which}/retry`, { version: (await one('dr.lin', which)).version })
      await office.app.deps.timers.runDue()
      return (
        await read(
          sql<{
            state: string
          }>`select state from outbox_message where origin_id = ${which} order by created_at, state`,
        )
      ).map(({ state }) => state)
    }
  })

  it('[NOTI-03~] tells its author where the last recipient was removed, and sends to nobody', async () => {
    const { id } = await write('dr.lin', { audience: [{ kind: 'patients', pids: [202] }], channels: ['email'] })
    await run(sql`update member_unit set status = 'disabled' where pid = 202`)
    await pass(10)
    const after = await one('dr.lin', id)
    expect([after.state, after.recipients.map(({ reason }) => reason)]).toEqual(['failed', ['MEMBER_DISABLED']])
    expect((await bell('dr.lin')).some((entry) => entry.what === 'notice.failed' && entry.subject.id === id)).toBe(true)
    expect(await read(sql`select 1 from outbox_message where origin_id = ${id}`)).toEqual([])
    await run(sql`update member_unit set status = 'active' where pid = 202`)
  })

  it('[NOTI-03~] a clock that is set back sends nothing early and nothing twice; one that jumps ahead sends once', async () => {
    const { id } = await write('dr.lin', {})
    const start = office.clock.now()
    // An alarm that rings too early, as after a jump back.
    await run(
      sql`update timer set due_at = ${new Date(start.getTime() - 1000)} where kind = 'notice.send' and key = ${id}`,
    )
    await office.app.deps.timers.runDue()
    expect((await one('dr.lin', id)).state).toBe('waiting')
    const [alarm] = await read(
      sql<{ at: Date }>`select due_at as at from timer where kind = 'notice.send' and key = ${id}`,
    )
    expect(alarm?.at.getTime()).toBe(start.getTime() + 60_000)
    await pass(24 * 60)
    office.clock.set(start)
    await office.app.deps.timers.runDue()
    await pass(24 * 60 + 1)
    expect(
      await read(sql`select 1 from notification where subject_id = ${id} and what = 'notice.arrived'`),
    ).toHaveLength(1)
  })
})
