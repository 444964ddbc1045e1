import { z } from 'zod'
import { id, instant, partnerId, singleLine, uuid } from '../core/scalars.ts'

/** How many who wait for one doctor a wall shows by name; the others are counted. */
export const BOARD_NEXT = 3
/** So many displays of one institution are enough. */
export const MAX_BOARDS = 50

/** Somebody on the wall. The name is masked before it leaves the server. */
export const boardPerson = z.object({
  /** The number that people are called by; null where the visit has none. */
  no: z.number().int().nullable(),
  name: z.string(),
  nameEn: z.string().nullable(),
  site: z.enum(['video', 'voice', 'onsite']),
  /** Since when they wait. */
  since: instant,
})
export type BoardPerson = z.output<typeof boardPerson>

export const boardDoctor = z.object({
  doctor: z.string(),
  doctorEn: z.string().nullable(),
  /** Rung by the doctor just now. */
  called: boardPerson.nullable(),
  /** In the call. */
  serving: boardPerson.nullable(),
  waiting: z.array(boardPerson).max(BOARD_NEXT),
  /** All who wait, those by name included. */
  count: z.number().int().min(0),
  /** By how much the next one is late already. */
  delayMinutes: z.number().int().min(0),
})
export type BoardDoctor = z.output<typeof boardDoctor>

export const waitingBoard = z.object({
  now: instant,
  timeZone: z.string(),
  institution: z.object({ name: z.string(), nameEn: z.string().nullable(), logo: z.string().nullable() }),
  /** The unit that the display is of; null: the whole institution. */
  unit: z.object({ name: z.string(), nameEn: z.string().nullable() }).nullable(),
  doctors: z.array(boardDoctor),
  /** When the next visit of today begins whose patient has not come yet. */
  nextAt: instant.nullable(),
})
export type WaitingBoard = z.output<typeof waitingBoard>

/** An address of a display, as its institution's administrator sees it: never the token. */
export const boardAddress = z.object({
  id: uuid,
  name: z.string(),
  unit: z.object({ id, name: z.string(), nameEn: z.string().nullable() }).nullable(),
  madeAt: instant,
  madeBy: z.string(),
  /** When a display last asked by it; null: never. */
  askedAt: instant.nullable(),
})
export type BoardAddress = z.output<typeof boardAddress>
export const boardAddressBody = z.object({ name: singleLine(60).min(1), unitId: id.optional() })
/** The token, told this once. */
export const madeBoardAddress = boardAddress.extend({ token: z.string() })
export const boardParams = z.object({ partnerid: partnerId })
