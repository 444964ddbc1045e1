import { useMemo } from 'react'
import { useMe } from './me.ts'

/** The name of each public holiday that the institution entered, by its day. */
export function useHolidays(): ReadonlyMap<string, string> {
  const { holidays } = useMe()
  return useMemo(() => new Map(holidays.map(({ date, name }) => [date, name])), [holidays])
}
