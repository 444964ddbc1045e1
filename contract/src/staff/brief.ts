import { z } from 'zod'
import { id } from '../core/scalars.ts'

export const staffBrief = z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() })
export type StaffBrief = z.output<typeof staffBrief>
