import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

/**
 * What lives in the URL of a list: typed by a zod object whose fields all have defaults (`z.coerce.number().default(1)`,
 * `z.string().default('')`, `z.enum([...]).default('today')`). Lists are written `a,b`: use `csv(z.enum(…))`.
 * A value that does not fit falls back to its default; parameters of others (roomID …) stay untouched (SHELL-04).
 */
export function useSearchState<S extends z.ZodObject>(schema: S) {
  const raw = useRouterState({ select: (state): Record<string, string> => state.location.search })
  const navigate = useNavigate()
  const search = useMemo(() => readSearch(schema, raw), [schema, raw])
  /** Changes parameters in place; a default leaves the address. Anything but `page` and `open` leads back to page 1. */
  const change = useCallback(
    (changes: Partial<z.output<S>>, how: { push?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (now: Record<string, string>) => ({ ...now, ...writeSearch(schema, changes) }),
        replace: !how.push,
      })
    },
    [navigate, schema],
  )
  return [search, change] as const
}

/** Reads each parameter by itself, so that one bad value does not take the others with it. */
export function readSearch<S extends z.ZodObject>(schema: S, raw: Readonly<Record<string, string>>): z.output<S> {
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const parsed = (field as z.ZodType).safeParse(raw[name])
    return [name, parsed.success ? parsed.data : (field as z.ZodType).parse(undefined)]
  })
  return Object.fromEntries(entries) as z.output<S>
}

const textOf = (value: unknown) =>
  value === undefined || value === null ? undefined : Array.isArray(value) ? value.join(',') : String(value)

/** Text for the address; undefined removes the parameter. */
export function writeSearch<S extends z.ZodObject>(
  schema: S,
  changes: Partial<z.output<S>>,
): Record<string, string | undefined> {
  const given: Record<string, unknown> = { ...changes }
  if ('page' in schema.shape && !('page' in given) && Object.keys(given).some((name) => name !== 'open')) given.page = 1
  const entries = Object.entries(given).map(([name, value]) => {
    const field = schema.shape[name] as z.ZodType | undefined
    const standard = field && textOf(field.parse(undefined))
    const text = textOf(value)
    return [name, text === '' || text === standard ? undefined : text]
  })
  return Object.fromEntries(entries)
}
