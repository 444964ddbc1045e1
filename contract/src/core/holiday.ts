import { z } from 'zod'
import { date, line } from './scalars.ts'

/** A day off work by law, as an institution enters it. */
export const holiday = z.object({ date, name: line(40).min(1) })
