import { type Db, sql } from '../../platform/db/index.ts'

/** Of these keys, those of recordings, and of the pieces of those that are not joined. */
export async function namedRecordings(db: Db, keys: readonly string[]): Promise<string[]> {
  const paths = keys.map((key) => key.slice('recordings/'.length))
  const rows = await db.system.read(sql<{ path: string }>`
    select g.recording_id::text || '/consultation.webm' as path from recording g
      where g.recording_id::text || '/consultation.webm' = any (${paths}::text[]) and g.state <> 'failed'
    union select s.path from recording_segment s join recording g on g.recording_id = s.recording_id
      where s.path = any (${paths}::text[]) and g.state <> 'ready'`)
  return rows.map(({ path }) => `recordings/${path}`)
}
