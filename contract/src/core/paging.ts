import { z } from 'zod'
import { numeric } from './scalars.ts'

/** A busy institution's day in one answer. */
export const MAX_PAGE_SIZE = 200
export const DEFAULT_PAGE_SIZE = 20

/** Page numbers start at 1; a size over the cap is an error of the caller, not silently cut. */
export const paging = {
  page: numeric(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: numeric(z.number().int().min(1).max(MAX_PAGE_SIZE)).default(DEFAULT_PAGE_SIZE),
}

/** By what a list can be ordered: `name`, and `-name` the other way round. Without it the list stands in its own order. */
export const sortBy = <const N extends string>(...names: readonly N[]) =>
  z.enum(names.flatMap((name): (N | `-${N}`)[] => [name, `-${name}`]))
