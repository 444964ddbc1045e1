import type { caseTypes } from '@teleward/contract/crm/rules.ts'
import { clocksOf, defaultTargets } from '@teleward/contract/crm/targets.ts'
import { alarmsOf } from '../crm/repo.ts'
import { OVERDUE, TARGET } from '../crm/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'

const UNIT = 2
const HOUR = 3_600_000

interface DemoCase {
  title: string
  type: (typeof caseTypes)[number]
  origin: string
  /** Hours ago. */
  age: number
  by: string
  owner?: string
  state?: 'finished' | 'cancelled' | 'closed'
  outcome?: string
  notes?: readonly [hoursAgo: number, by: string, text: string][]
}
/** Whatever a desk has of a morning: new ones, some that press, some that are done. */
const cases: readonly DemoCase[] = [
  { title: '血壓連續三天偏高，家屬來電詢問', type: 'readings', origin: 'monitoring', age: 0.9, by: 'case.tsai' },
  { title: '詢問降血壓藥可否與葡萄柚同食', type: 'consultation', origin: 'phone', age: 0.3, by: 'cs.liu' },
  { title: '希望改約下週的視訊看診', type: 'appointment', origin: 'phone', age: 0.1, by: 'cs.liu' },
  {
    title: '出院後一週電話關懷',
    type: 'followUp',
    origin: 'visit',
    age: 30,
    by: 'dr.lin',
    owner: 'case.tsai',
    notes: [[26, 'case.tsai', '已致電，傷口乾燥，飲食正常。下週再追蹤。']],
  },
  {
    title: '反映看診等候過久',
    type: 'complaint',
    origin: 'counter',
    age: 60,
    by: 'cs.liu',
    owner: 'cs.liu',
    notes: [[59, 'cs.liu', '已致歉並說明當日急診插入的情形。']],
  },
  {
    title: '家屬希望了解居家照護資源',
    type: 'family',
    origin: 'family',
    age: 5,
    by: 'case.tsai',
    owner: 'case.tsai',
  },
  {
    title: '量測設備無法上傳資料',
    type: 'other',
    origin: 'phone',
    age: 50,
    by: 'cs.liu',
    owner: 'case.tsai',
    state: 'finished',
    outcome: '已協助重新配對血壓計，資料恢復上傳。',
    notes: [[47, 'case.tsai', '電話引導重新配對藍牙。']],
  },
  {
    title: '重複建立的追蹤',
    type: 'followUp',
    origin: 'other',
    age: 70,
    by: 'case.tsai',
    state: 'cancelled',
    outcome: '與另一件重複。',
  },
  {
    title: '詢問流感疫苗接種時間',
    type: 'consultation',
    origin: 'phone',
    age: 120,
    by: 'cs.liu',
    owner: 'cs.liu',
    state: 'closed',
    outcome: '已告知接種時段與注意事項。',
    notes: [[118, 'cs.liu', '已回電。']],
  },
]

/** Cases of the unit's known faces, once. */
export async function seedCases(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  now: Date,
): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from crm_case) as there`)
  if (there) return
  const mid = (account: string | undefined) => (account === undefined ? null : (mids[account] ?? null))
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const { zone } = await tx.one(sql<{ zone: string }>`select time_zone as zone from partner where id = 1`)
  const living = await tx.many(
    sql<{
      pid: number
    }>`select pid from member_unit where unit_id = ${UNIT} and status = 'active' and pid = any (${[...known]}::int[])`,
  )
  const faces = known.filter((pid) => living.some((one) => one.pid === pid))
  for (const [at, one] of cases.entries()) {
    const pid = faces[at % faces.length]
    if (pid === undefined) return
    const opened = ago(one.age)
    const owner = mid(one.owner)
    const clocks = clocksOf(opened, defaultTargets[one.type], { hours: null, holidays: [], zone })
    const first = one.notes?.[0]
    const over = one.state ? ago(one.age / 2) : null
    const { sn } = await tx.one(sql<{ sn: number }>`
      insert into crm_case (partner_id, unit_id, pid, title, type, origin, state, opened_by, opened_at, owner_mid, assigned_from, assigned_to,
        assigned_at, first_warn, first_due, first_at, done_warn, done_due, outcome, over_at, updated_at)
      values (1, ${UNIT}, ${pid}, ${one.title}, ${one.type}, ${one.origin}, ${one.state ?? 'open'}, ${mid(one.by)}, ${opened}, ${owner}::int,
        ${owner === null ? null : mid(one.by)}::int, ${owner}::int, ${owner === null ? null : opened}::timestamptz, ${clocks.firstWarn}::timestamptz,
        ${clocks.firstDue}::timestamptz, ${first ? ago(first[0]) : null}::timestamptz, ${clocks.doneWarn}::timestamptz, ${clocks.doneDue}::timestamptz,
        ${one.outcome ?? null}::text, ${over}::timestamptz, ${now}) returning sn`)
    const entry = (kind: string, by: string, when: Date, text: string | null = null, to: number | null = null) =>
      tx.run(sql`
        insert into crm_entry (sn, partner_id, unit_id, pid, kind, text, mid, to_mid, at)
        values (${sn}, 1, ${UNIT}, ${pid}, ${kind}, ${text}::text, ${mid(by)}, ${to}::int, ${when})`)
    await entry('open', one.by, opened)
    if (owner !== null) await entry('assign', one.by, opened, null, owner)
    for (const [hours, by, text] of one.notes ?? []) await entry('note', by, ago(hours), text)
    const ended = one.state === 'cancelled' ? 'cancel' : 'finish'
    if (over) await entry(ended, one.owner ?? one.by, over, one.outcome ?? null)
    if (one.state === 'closed' && over) await entry('close', one.owner ?? one.by, over)
    const { near, late } = await alarmsOf(tx.many, sn, now)
    for (const [kind, at] of [
      [TARGET, near],
      [OVERDUE, late],
    ] as const)
      if (at) await tx.run(sql`insert into timer (kind, key, due_at) values (${kind}, ${String(sn)}, ${at})`)
  }
}
