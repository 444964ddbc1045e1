import { z } from 'zod'

/** Ids of the wire: positive 32-bit integers; path and query values come as text. */
export const id = z.coerce.number().int().min(1).max(2_147_483_647)
/** Partner 0 is the operator. */
export const partnerId = z.coerce.number().int().min(0).max(2_147_483_647)
export const uuid = z.uuid()
/** `YYYY-MM-DD`, a day of the calendar. */
export const date = z.iso.date()
/** ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true })
/** One line of text, trimmed, no control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
/** Free text: line breaks and tabs, no other control characters. */
export const prose = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u)
export const version = z.number().int().min(1)
export const deviceType = z.coerce.number().int().min(1).max(9)
export const locale = z.enum(['zh-TW', 'zh-CN', 'en'])
export type Locale = z.output<typeof locale>
