import { openUploads } from '@teleward/contract/files/rules.ts'
import { type Db, sql } from '../platform/db/index.ts'

const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key)

/** Of these keys, those of files and of uploads that are under way. */
export async function namedFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  const asked = sql`any (${[...keys]}::text[])`
  return keysOf(
    await db.system.read(sql<{ key: string }>`
      select f.key from medical_file f where f.key = ${asked}
      union select f.copy_key from medical_file f where f.copy_key = ${asked}
      union select f.thumb_key from medical_file f where f.thumb_key = ${asked}
      union select f.data_key from medical_file f where f.data_key = ${asked}
      union select k.key from unnest(${[...keys]}::text[]) as k(key) join upload x
        on k.key like 'medical/' || x.partner_id || '/' || x.id || '%' where x.state in (${sql.join([...openUploads])}, 'checking')`),
  )
}

export async function namedDriveFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  const asked = sql`any (${[...keys]}::text[])`
  return keysOf(
    await db.system.read(sql<{ key: string }>`
      select d.key from drive_file d where d.key = ${asked}
      union select d.copy_key from drive_file d where d.copy_key = ${asked}`),
  )
}
