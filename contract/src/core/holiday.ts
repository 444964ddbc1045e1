import { z } from 'zod'
import { date, singleLine } from './scalars.ts'

/** A day off work by law, as an institution enters it. */
export const holiday = z.object({ date, name: singleLine(40).min(1) })
