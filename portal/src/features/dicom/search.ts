import { z } from 'zod'
import { useSearchState } from '../../patterns/useSearchState.ts'

const view = z.object({
  /** The first file of the series. */
  series: z.uuid().optional().catch(undefined),
  image: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  wl: z.string().max(20).optional().catch(undefined),
  /** As a note tells how it was looked at (`look.ts`); gone once one looks at it in another way. */
  look: z.string().max(400).optional().catch(undefined),
  tags: z.literal('1').optional().catch(undefined),
})
export const useViewSearch = () => useSearchState(view)
export type ViewSearch = z.output<typeof view>
