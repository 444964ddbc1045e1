export { createDb } from './db.ts'
export { DbError, isConflict } from './errors.ts'
export { json, k, sql } from './kysely.ts'
export { inOrder } from './order.ts'
export { type OpenOptions, type Opened, openDatabase } from './open.ts'
export { containing, staffBriefJson } from './pieces.ts'
export {
  reachesContact,
  reachesDiet,
  reachesFile,
  reachesHandoff,
  reachesMeal,
  reachesMember,
  reachesMembership,
  reachesNote,
  reachesReading,
  reachesReadings,
  reachesRow,
  reachesVisit,
} from './reach.ts'
export type { Schema } from './schema.gen.ts'
export { ACTED_FOR } from './types.ts'
export type { AuditEntry, Compilable, Db, LoggedEvent, Origin, Runner, Scope, Tx } from './types.ts'
