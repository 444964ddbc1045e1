import type { Locale } from '@teleward/contract/core/scalars.ts'
import { type Hindrance, hindrances, type Takeable, takeable } from '@teleward/contract/members/rules.ts'
import { asking, DbError, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { tellOf } from './change.ts'
import { memberInFull } from './detail.ts'

const reasons: Record<Hindrance, Record<Locale, string>> = {
  ids: { 'zh-TW': '證號不同', 'zh-CN': '证号不同', en: 'their id numbers differ' },
  visit: { 'zh-TW': '有進行中的看診', 'zh-CN': '有进行中的看诊', en: 'one of them has a running visit' },
  sameTime: {
    'zh-TW': '兩筆有同時段的預約',
    'zh-CN': '两条有同时段的预约',
    en: 'both have a booking at the same time',
  },
  disabled: {
    'zh-TW': '其中一筆的會員資格已停用',
    'zh-CN': '其中一条的会员资格已停用',
    en: 'a membership is disabled',
  },
  consent: { 'zh-TW': '病歷授權狀態不一致', 'zh-CN': '病历授权状态不一致', en: 'the authorisations of the two differ' },
  later: { 'zh-TW': '請先還原較晚的合併', 'zh-CN': '请先还原较晚的合并', en: 'a later merge has to be undone first' },
}
const conflict = (why: Hindrance, lang: Locale) =>
  new AppError('MERGE_CONFLICT', { data: { why, reason: reasons[why][lang] } })
const isHindrance = (said: string): said is Hindrance => (hindrances as readonly string[]).includes(said)

export interface MergeWish {
  kept: number
  merged: number
  take: readonly Takeable[]
  keptVersion: number
  mergedVersion: number
}

/** Both have to be in the caller's units, as they were read, and nothing may stand in the way. */
export async function merge(
  tx: Tx,
  { now, today }: { now: Date; today: string },
  lang: Locale,
  wish: MergeWish,
): Promise<{ id: number; kept: number }> {
  const { kept, merged, take } = wish
  if (kept === merged) throw new AppError('NOT_FOUND')
  await tx.many(sql`select 1 from member m where m.pid in (${kept}, ${merged}) and exists (select 1 from member_unit mu where mu.pid = m.pid
    and mu.status = 'active' and mu.partner_id = ${asking.partner}::int and mu.unit_id = any (${asking.units}::int[])) order by m.pid for update`)
  const stays = await memberInFull(tx.many, kept, now)
  const goes = await memberInFull(tx.many, merged, now)
  if (stays.version !== wish.keptVersion) throw new AppError('VERSION_STALE', { data: stays })
  if (goes.version !== wish.mergedVersion) throw new AppError('VERSION_STALE', { data: goes })
  const { why } = await tx.one(
    sql<{
      why: string | null
    }>`select app_merge_hindrance(${kept}::int, ${merged}::int, ${today}::date) as why`,
  )
  if (why !== null) throw isHindrance(why) ? conflict(why, lang) : new AppError('NOT_FOUND')
  const columns = [...new Set(take)].flatMap((field) =>
    field === 'mobile' ? ['mobile', 'mobilecode'] : [takeable[field]],
  )
  const { id } = await tx.one(sql<{ id: number }>`
    select app_members_merge(${kept}::int, ${merged}::int, ${sql`array[${columns.length ? sql.join(columns) : sql``}]::text[]`}) as id`)
  await tellOf(tx, kept)
  await tellOf(tx, merged)
  return { id, kept }
}

export async function undo(tx: Tx, lang: Locale, id: number): Promise<{ kept: number; restored: number }> {
  try {
    const back = await tx.maybe(sql<{ kept: number; other: number }>`
      select u.kept, u.other from app_members_unmerge(${id}::int) u`)
    if (!back) throw new AppError('NOT_FOUND')
    await tellOf(tx, back.kept)
    await tellOf(tx, back.other)
    return { kept: back.kept, restored: back.other }
  } catch (error) {
    if (error instanceof DbError && error.constraint === 'member_merge_later') throw conflict('later', lang)
    throw error
  }
}
