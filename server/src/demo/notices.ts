import { randomUUID } from 'node:crypto'
import type { NotificationKind, NotificationWhat, SubjectKind } from '@teleward/contract/notifications/rules.ts'
import type { NotificationLink } from '@teleward/contract/notifications/schema.ts'
import { DUE } from '../notices/service.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

interface Planned {
  by: string
  content: string
  /** Hours from now; before now it was sent. */
  inHours: number
  staff: readonly string[]
  /** Which of the unit's known faces; of the sent ones the second has no contact any more. */
  patients?: readonly number[]
  read?: readonly string[]
  cancelled?: true
}
const planned: readonly Planned[] = [
  {
    by: 'dr.lin',
    content: '{name} 您好，提醒您回診前一天晚上十點後請勿進食，並攜帶目前用藥。',
    inHours: 20,
    staff: [],
    patients: [0, 1],
  },
  {
    by: 'nurse.chen',
    content: '明早 8:30 於三樓會議室進行感染管制演練，請準時參加。',
    inHours: 14,
    staff: ['dr.lin', 'dr.wang', 'case.tsai'],
  },
  {
    by: 'nurse.chen',
    content: '視訊看診系統已更新，請於看診前測試麥克風與鏡頭。',
    inHours: -5,
    staff: ['dr.lin', 'dr.wang', 'case.tsai', 'sec.kuo'],
    read: ['dr.wang', 'case.tsai'],
  },
  {
    by: 'dr.lin',
    content: '{name} 您好，流感疫苗已到貨，歡迎預約接種。',
    inHours: -30,
    staff: ['nurse.chen'],
    patients: [2, 3],
    read: ['nurse.chen'],
  },
  { by: 'sec.kuo', content: '本週五的門診會議改為線上舉行。', inHours: 40, staff: ['dr.lin'], cancelled: true },
]

/** Notices that wait, were sent, read or not delivered, and what lies on the bells of the people of the unit, once. */
export async function seedNotices(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  { now }: { now: Date },
): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from notice) as there`)
  if (there) return
  for (const one of planned) await plan(tx, one, mids, known, now)
  await entriesOfHandoffs(tx)
  await entryOfAlert(tx, mids['dr.lin'] ?? 0, now)
}

async function plan(tx: Tx, one: Planned, mids: Record<string, number>, known: readonly number[], now: Date) {
  const id = randomUUID()
  const author = mids[one.by] ?? 0
  const sendAt = new Date(now.getTime() + one.inHours * 3_600_000)
  const sent = one.inHours < 0
  const written = new Date(Math.min(sendAt.getTime(), now.getTime()) - 2 * 3_600_000)
  const staff = one.staff.flatMap((account) => mids[account] ?? [])
  const patients = (one.patients ?? []).flatMap((at) => known[at] ?? [])
  const audience = [
    ...(staff.length ? [{ kind: 'staff', mids: staff }] : []),
    ...(patients.length ? [{ kind: 'patients', pids: patients }] : []),
  ]
  await tx.run(sql`
    insert into notice (id, partner_id, at_unit, author_mid, content, audience, channels, send_at, state, created_at, updated_at, taken_at)
    values (${id}::uuid, 1, 2, ${author}, ${one.content}, ${json(audience)}, '{sms}', ${sendAt},
      ${one.cancelled ? 'cancelled' : sent ? 'sent' : 'waiting'}, ${written}, ${written}, ${sent ? sendAt : null}::timestamptz)`)
  for (const account of one.staff) {
    const mid = mids[account]
    if (mid === undefined) continue
    const read = one.read?.includes(account) ?? false
    const readAt = read ? new Date(sendAt.getTime() + 40 * 60_000) : null
    await tx.run(sql`insert into notice_recipient (notice_id, partner_id, mid, channel, state, tries, sent_at, read_at)
      values (${id}::uuid, 1, ${mid}, 'portal', ${read ? 'read' : sent ? 'sent' : 'waiting'}, ${sent ? 1 : 0}, ${sent ? sendAt : null}::timestamptz,
        ${readAt}::timestamptz)`)
    const link = { screen: 'schedule', search: { open: id } } as const
    if (sent)
      await entry(tx, {
        mid,
        kind: 'schedule',
        what: 'notice.arrived',
        subject: { kind: 'notice', id },
        link,
        from: author,
        pid: null,
        once: 'sent',
        at: sendAt,
        readAt,
      })
  }
  for (const [place, pid] of patients.entries()) {
    const failed = sent && place === 1
    await tx.run(sql`insert into notice_recipient (notice_id, partner_id, to_pid, of_unit, channel, state, reason, tries, sent_at)
      values (${id}::uuid, 1, ${pid}, 2, ${failed ? null : 'sms'}::text, ${failed ? 'failed' : sent ? 'sent' : 'waiting'},
        ${failed ? 'NO_CHANNEL' : null}::text, ${sent ? 1 : 0}, ${sent && !failed ? sendAt : null}::timestamptz)`)
  }
  if (!sent && !one.cancelled)
    await tx.run(sql`insert into timer (kind, key, due_at) values (${DUE}, ${id}, ${sendAt})`)
}

interface Entry {
  mid: number
  kind: NotificationKind
  what: NotificationWhat
  subject: { kind: SubjectKind; id: string }
  link: NotificationLink
  from: number | null
  pid: number | null
  once: string
  at: Date
  readAt: Date | null
}
const entry = (tx: Tx, one: Entry) =>
  tx.run(sql`insert into notification (id, partner_id, mid, kind, what, subject_kind, subject_id, link, from_mid, about_pid, key, at, read_at)
    values (gen_random_uuid(), 1, ${one.mid}, ${one.kind}, ${one.what}, ${one.subject.kind}, ${one.subject.id}, ${json(one.link)},
      ${one.from}::int, ${one.pid}::int, ${`${one.what}:${one.subject.id}:${one.once}`}, ${one.at}, ${one.readAt}::timestamptz)
    on conflict do nothing`)

/** Of what they have handed to each other: what is done was read. */
async function entriesOfHandoffs(tx: Tx): Promise<void> {
  const todos = await tx.many(
    sql<{
      id: string
      giver: number
      recipient: number
      pid: number | null
      at: Date
      done: boolean
    }>`select h.id, h.giver_mid as giver, h.recipient_mid as recipient, h.pid, h.created_at as at, h.status = 1 as done from handoff h where h.partner_id = 1`,
  )
  for (const { id, giver, recipient, pid, at, done } of todos)
    await entry(tx, {
      mid: recipient,
      kind: 'todo',
      what: 'todo.new',
      subject: { kind: 'todo', id },
      link: { screen: 'todolist', search: { open: id } },
      from: giver,
      pid,
      once: 'demo',
      at,
      readAt: done ? new Date(at.getTime() + 3_600_000) : null,
    })
}

/** Of a critical alert that runs. */
async function entryOfAlert(tx: Tx, mid: number, now: Date): Promise<void> {
  const alert = await tx.maybe(sql<{ id: string; pid: number; unit: number; at: Date }>`
    select a.id, a.pid, a.unit_id as unit, a.raised_at as at from monitor_alert a
    where a.unit_id = 2 and a.severity = 'critical' and a.state = 'open' and a.raised_at <= ${now} order by a.raised_at desc limit 1`)
  if (!alert) return
  await entry(tx, {
    mid,
    kind: 'alert',
    what: 'alert.critical',
    subject: { kind: 'alert', id: alert.id },
    link: {
      screen: 'monitor',
      search: { whose: 'all', pid: String(alert.pid), open: `${alert.pid}-${alert.unit}` },
    },
    from: null,
    pid: alert.pid,
    once: 'raised',
    at: alert.at,
    readAt: null,
  })
}
