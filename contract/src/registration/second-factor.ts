import { z } from 'zod'
import { instant } from '../core/scalars.ts'

// By itself: the sign-in page reads it, and nothing else of a registration.

const text = (max: number) => z.string().max(max)
export const secondFactorKind = z.enum(['totp', 'line', 'recovery'])
export type SecondFactorKind = z.output<typeof secondFactorKind>
/** What a sign-in that needs a second factor carries in `data`. */
export const secondFactorData = z.object({
  challenge: z.string(),
  kinds: z.array(secondFactorKind),
  expiresAt: instant,
})
export const secondFactorBody = z.object({
  challenge: text(100).default(''),
  kind: secondFactorKind,
  code: text(40).default(''),
})
