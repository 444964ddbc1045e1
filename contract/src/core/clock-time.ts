import { z } from 'zod'

/** `08:30` by a wall clock; `24:00` is the end of the day. */
export const clockTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)
