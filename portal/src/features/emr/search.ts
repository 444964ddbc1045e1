import { z } from 'zod'

/** What the address of a record says. */
export const emrSearch = z.object({
  /** The part shown where there is room for one only. */
  panel: z.enum(['note', 'history', 'orders']).catch('note').default('note'),
  /** An earlier record opened beside the note. */
  rid: z.string().max(60).default(''),
  /** A file over the screen. */
  img: z.string().max(60).default(''),
})
export type Panel = z.output<typeof emrSearch>['panel']
