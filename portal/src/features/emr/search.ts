import { z } from 'zod'

/** What the address of a record says. */
export const emrSearch = z.object({
  /** The part shown where there is room for one only. */
  panel: z.enum(['note', 'history', 'measure', 'orders']).catch('note').default('note'),
  /** An earlier record opened beside the note. */
  rid: z.string().max(60).default(''),
  /** A file over the screen. */
  img: z.string().max(60).default(''),
  /** The trends over the screen: of so many days, beside those before. */
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(7), z.literal(30), z.literal(90), z.literal(365)]))
    .catch(0)
    .default(0),
  compare: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(1)]))
    .catch(0)
    .default(0),
})
export type Panel = z.output<typeof emrSearch>['panel']
/** The column that a part stands in. */
export const columnOf = (panel: Panel) => (panel === 'measure' ? 'history' : panel)
