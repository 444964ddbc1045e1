import {
  defaultPreferences,
  type PreferenceChanges,
  type Preferences,
  readPreferences,
} from '@teleward/contract/auth/preferences.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

interface Row {
  data: unknown
  version: number
}

/** Changes the named parts only; against a version, because two devices may both be at it. */
export async function changePreferences(
  tx: Tx,
  mid: number,
  version: number,
  changes: PreferenceChanges,
): Promise<{ version: number; preferences: Preferences }> {
  await tx.run(
    sql`insert into preference (mid, data) values (${mid}, ${json(defaultPreferences)}) on conflict (mid) do nothing`,
  )
  const row = await tx.one(sql<Row>`select data, version from preference where mid = ${mid} for update`)
  const current = readPreferences(row.data)
  if (row.version !== version)
    throw new AppError('VERSION_STALE', { data: { version: row.version, preferences: current } })
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const preferences: Preferences = { ...current, ...given }
  await tx.run(sql`update preference set data = ${json(preferences)}, version = version + 1 where mid = ${mid}`)
  return { version: version + 1, preferences }
}
