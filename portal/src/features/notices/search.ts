import { date, uuid } from '@teleward/contract/core/scalars.ts'
import { notificationKind, notificationSort } from '@teleward/contract/notifications/schema.ts'
import { noticeSort, noticeState } from '@teleward/contract/notices/schema.ts'
import { z } from 'zod'
import { listFields } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'

const bell = z.object({
  kind: notificationKind.optional(),
  unread: z.enum(['0', '1']).default('0'),
  from: date.optional(),
  to: date.optional(),
  sort: notificationSort.optional(),
  ...listFields,
  /** The entry that an alert beside the browser leads to. */
  open: uuid.optional(),
})
export const useBellSearch = () => useSearchState(bell)

const schedule = z.object({
  state: noticeState.optional(),
  mine: z.enum(['0', '1']).default('0'),
  from: date.optional(),
  to: date.optional(),
  sort: noticeSort.optional(),
  ...listFields,
  open: uuid.optional(),
})
export const useScheduleSearch = () => useSearchState(schedule)
export type ScheduleSearch = z.output<typeof schedule>
