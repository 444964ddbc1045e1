import type { ObjectStore } from '../platform/config.ts'

/** What is saved, and what is restored into. */
export interface Place {
  /** A PostgreSQL server; without it the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  /** Where files lie; without it in `dataDir`. */
  s3?: ObjectStore | undefined
}
