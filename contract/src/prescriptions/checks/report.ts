import type { UncheckedKind } from './schema.ts'

/** Something was not looked at, because of this drug where one is named. */
export type ReportUnchecked = (kind: UncheckedKind, name?: string) => void
