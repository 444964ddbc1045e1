import { z } from 'zod'
import { id, instant } from '../core/scalars.ts'
import { AWAY, BUSY, ONLINE } from './rules.ts'

export const presenceCode = z.union([z.literal(ONLINE), z.literal(BUSY), z.literal(AWAY)])

/** How a colleague is told apart and whether they can be reached. */
export const presenceRow = z.object({
  mid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  title: z.string().nullable(),
  divisionStrC: z.string().nullable(),
  divisionStrE: z.string().nullable(),
  code: presenceCode,
  updatedAt: instant,
})
export type PresenceRow = z.output<typeof presenceRow>
/** What one's own switch answers. */
export const ownPresence = presenceRow.pick({ mid: true, name: true, code: true, updatedAt: true })
export const presenceBody = z.object({
  /** 1000 waiting, 3000 away. 2000 is set by calls only. */
  doctorStatus: z.union([z.literal(ONLINE), z.literal(AWAY)]),
})
export const presenceQuery = z.object({
  /** Comma-separated; unset means everybody. Either way only oneself and the colleagues of one's units are told. */
  mids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10}){0,99}$/)
    .optional(),
})
