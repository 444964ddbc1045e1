import { z } from 'zod'
import { instant, singleLine, uuid, version } from '../core/scalars.ts'

const optional = (max: number) => singleLine(max).min(1).nullable().default(null)
/** Ten digits that Taiwan's National Health Insurance numbers an institution by. */
const nhiCode = z
  .string()
  .trim()
  .regex(/^[0-9]{10}$/)
  .nullable()
  .default(null)
const said = {
  name: singleLine(100).min(1),
  code: nhiCode,
  phone: optional(40),
  address: optional(200),
  email: z.email().max(200).nullable().default(null),
}
/** An institution outside, as a letter is addressed to it. */
export const outsideAddress = z.object({
  id: uuid,
  name: z.string(),
  code: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
})
export const outsideInstitution = outsideAddress.extend({ closedAt: instant.nullable(), version })
export type OutsideInstitution = z.output<typeof outsideInstitution>
export const outsideBody = z.object(said)
export type OutsideBody = z.output<typeof outsideBody>
/** Changed whole; `closed`: no letter goes there any more. */
export const outsideChange = z.object({ ...said, closed: z.boolean().default(false), version })
