import { type DrugIndex, drugIndex } from './drugs.ts'
import { icd10 } from './icd10.ts'
import { type Safety, shippedSafety } from './safety.ts'
import type { IcdIndex } from './search.ts'
import { departmentColumns, drugColumns, frequencyColumns, routeColumns, seedRows } from './seeds.ts'

export interface FrequencyEntry {
  code: string
  nameZhTw: string
  nameEn: string
  timesPerDay: number | null
  common: boolean
}
export interface RouteEntry {
  code: string
  nameZhTw: string
  nameEn: string
  common: boolean
}
export interface DepartmentEntry {
  code: string
  nameZhTw: string
  common: boolean
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * The reference data in memory, read from the seed files at first use: the same rows as in the tables, searched in
 * about a millisecond. The diagnosis index takes some 0.6 s to build, once a version; `warm()` does it, or reads it,
 * before anybody waits.
 */
export const reference = {
  icd10: once((): IcdIndex => icd10()),
  drugs: once((): DrugIndex => drugIndex(seedRows('drugs.tsv.gz', drugColumns))),
  /** What a prescription is checked by. */
  safety: once((): Safety => shippedSafety()),
  /** The drop-down's first, in its order. */
  frequencies: once((): readonly FrequencyEntry[] =>
    seedRows('frequencies.tsv', frequencyColumns).map(([code = '', nameZhTw = '', nameEn = '', times, common]) => ({
      code,
      nameZhTw,
      nameEn,
      timesPerDay: times ? Number(times) : null,
      common: common === '1',
    })),
  ),
  routes: once((): readonly RouteEntry[] =>
    seedRows('routes.tsv', routeColumns).map(([code = '', nameZhTw = '', nameEn = '', common]) => ({
      code,
      nameZhTw,
      nameEn,
      common: common === '1',
    })),
  ),
  departments: once((): readonly DepartmentEntry[] =>
    seedRows('departments.tsv', departmentColumns).map(([code = '', nameZhTw = '', common]) => ({
      code,
      nameZhTw,
      common: common === '1',
    })),
  ),
  frequencyCodes: once((): ReadonlySet<string> => new Set(reference.frequencies().map((entry) => entry.code))),
  routeCodes: once((): ReadonlySet<string> => new Set(reference.routes().map((entry) => entry.code))),
  warm(): void {
    reference.icd10()
    reference.drugs()
  },
}
