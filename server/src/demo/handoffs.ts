import { addDays, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import { DUE } from '../handoffs/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'

interface Todo {
  from: string
  to: string
  content: string
  /** Days from today; none where left out. */
  due?: number
  /** About which of the unit's known faces. */
  about?: number
  /** It comes from that patient's last finished visit. */
  ofVisit?: true
  hoursAgo: number
  comment?: string
  done?: true
}
const todos: readonly Todo[] = [
  {
    from: 'dr.lin',
    to: 'nurse.chen',
    content: '打電話確認新藥的副作用，若有頭暈請提早回診。',
    due: 0,
    about: 0,
    ofVisit: true,
    hoursAgo: 20,
    comment: '早上沒接，下午再打。',
  },
  { from: 'dr.lin', to: 'case.tsai', content: '安排居家血壓記錄教學。', due: 3, about: 1, hoursAgo: 26 },
  { from: 'nurse.chen', to: 'dr.lin', content: '家屬想知道檢驗結果，請回電說明。', due: 1, about: 2, hoursAgo: 3 },
  { from: 'dr.wang', to: 'dr.lin', content: '請協助看一下下週的共同門診安排。', hoursAgo: 30 },
  { from: 'sec.kuo', to: 'dr.lin', content: '請確認下個月的休假日期。', due: -1, hoursAgo: 50 },
  { from: 'case.tsai', to: 'dr.lin', content: '個案討論會的名單請過目。', due: -2, hoursAgo: 75, done: true },
  { from: 'cs.liu', to: 'nurse.chen', content: '病人詢問視訊看診的設備，請回覆。', about: 3, hoursAgo: 5 },
]

/** What the people of the unit have handed to each other, once: open, late, done, and one that was talked about. */
export async function seedHandoffs(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from handoff) as there`)
  if (there) return
  const today = localDay(now, zone)
  for (const { from, to, content, due, about, ofVisit, hoursAgo, comment, done } of todos) {
    const [giver, recipient, pid] = [
      mids[from] ?? 0,
      mids[to] ?? 0,
      about === undefined ? null : (known[about] ?? null),
    ]
    const at = new Date(now.getTime() - hoursAgo * 3_600_000)
    const later = new Date(at.getTime() + 3_600_000)
    const made = await tx.maybe(sql<{ id: string }>`
      insert into handoff (id, partner_id, unit_id, pid, giver_mid, recipient_mid, content, due_on, status, completed_at, late_told,
        about_kind, about_id, created_at, updated_at)
      select gen_random_uuid(), 1, case when p.pid is not null then 2 end, p.pid, ${giver}, ${recipient}, ${content},
        ${today}::date + ${due ?? null}::int, ${done ? 1 : 0}, ${done ? later : null}::timestamptz, ${(due ?? 0) < 0},
        case when a.qid is not null then 'appointment' end, a.qid::text, ${at}::timestamptz, ${at}::timestamptz
      from (select ${pid}::int as pid) p left join lateral (select q.qid from appointment q
        where ${ofVisit ?? false} and q.pid = p.pid and q.unit_id = 2 and q.did = ${giver} and q.status = 'finished' order by q.start_at desc limit 1) a on true
      where p.pid is null or exists (select 1 from member_unit mu where mu.pid = p.pid and mu.unit_id = 2)
      returning id`)
    if (!made) continue
    if (due !== undefined && due >= 0 && !done)
      await tx.run(
        sql`insert into timer (kind, key, due_at) values (${DUE}, ${made.id}, ${startOfDay(addDays(today, due + 1), zone)})`,
      )
    const told: [action: string, mid: number, at: Date, text: string | null][] = [
      ['handedOver', giver, at, null],
      ...(comment ? [['comment', recipient, later, comment] satisfies [string, number, Date, string]] : []),
      ...(done ? [['completed', recipient, later, null] satisfies [string, number, Date, null]] : []),
    ]
    for (const [action, mid, when, text] of told)
      await tx.run(sql`insert into handoff_event (handoff_id, partner_id, at, mid, action, text, to_mid)
        values (${made.id}::uuid, 1, ${when}, ${mid}, ${action}, ${text}::text, ${action === 'handedOver' ? recipient : null}::int)`)
  }
}
