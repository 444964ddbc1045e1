import { addDays, localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import { DUE } from '../opinions/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'

interface Asked {
  from: string
  to: string
  question: string
  kind: 'opinion' | 'imageReading' | 'secondOpinion'
  /** About which of the unit's known faces. */
  about: number
  due?: number
  name?: true
  hoursAgo: number
  answer?: string
}
const asked: readonly Asked[] = [
  {
    from: 'dr.lin',
    to: 'dr.wang',
    question: '血壓控制不佳，是否建議加第二種藥？腎功能見附上的病歷。',
    kind: 'opinion',
    about: 0,
    due: 3,
    name: true,
    hoursAgo: 5,
  },
  {
    from: 'dr.wang',
    to: 'dr.lin',
    question: '這位病人的症狀與用藥是否相關？請看附上的就診紀錄。',
    kind: 'secondOpinion',
    about: 1,
    due: 1,
    hoursAgo: 20,
  },
  {
    from: 'dr.lin',
    to: 'dr.wang',
    question: '三個月後追蹤是否足夠？',
    kind: 'opinion',
    about: 2,
    hoursAgo: 90,
    answer: '目前穩定，三個月後追蹤即可；若有胸悶或喘請提早回診。',
  },
]

/** What doctors of the unit ask each other, once: two that wait and one that was answered, each with the last signed note. */
export async function seedOpinions(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from opinion) as there`)
  if (there) return
  const today = localDay(now, zone)
  for (const { from, to, question, kind, about, due, name, hoursAgo, answer } of asked) {
    const at = new Date(now.getTime() - hoursAgo * 3_600_000)
    const ended = answer ? new Date(at.getTime() + 7_200_000) : null
    const made = await tx.maybe(sql<{ id: string; invited: number }>`
      with note as (select n.id, n.pid, n.unit_id, a.date from note n join appointment a on a.qid = n.qid
          where n.pid = ${known[about] ?? 0} and n.partner_id = 1 and n.unit_id = 2 and n.state in ('signed', 'amended')
          order by a.start_at desc limit 1),
        made as (insert into opinion (id, partner_id, unit_id, pid, inviter_mid, invited_mid, kind, question, shown_name, shown_name_en,
            shown_gender, shown_age, records, due_on, state, opened_at, ended_at, created_at, updated_at)
          select gen_random_uuid(), 1, n.unit_id, n.pid, ${mids[from] ?? 0}, ${mids[to] ?? 0}, ${kind}, ${question},
            case when ${name ?? false} then m.name end, case when ${name ?? false} then m.name_en end, m.gender,
            extract(year from age(${today}::date, m.birthday))::smallint, 1, ${today}::date + ${due ?? null}::int,
            ${answer ? 'done' : 'inProcess'}, ${ended}::timestamptz, ${ended}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
          from note n join member m on m.pid = n.pid returning id, invited_mid),
        shown as (insert into opinion_record (opinion_id, partner_id, filter, sort, kind, ref, day, added_at)
          select made.id, 1, 1, 0, 'note', n.id, n.date, ${at}::timestamptz from made, note n)
      select id, invited_mid as invited from made`)
    if (!made) continue
    if (answer)
      await tx.run(sql`insert into opinion_answer (opinion_id, version, partner_id, text, hash, signed_by, signed_at)
        values (${made.id}, 1, 1, ${answer}, encode(sha256(convert_to(${answer}, 'UTF8')), 'hex'), ${made.invited}, ${ended}::timestamptz)`)
    else if (due !== undefined)
      await tx.run(
        sql`insert into timer (kind, key, due_at) values (${DUE}, ${made.id}, ${startOfDay(addDays(today, due + 1), zone)})`,
      )
  }
}
