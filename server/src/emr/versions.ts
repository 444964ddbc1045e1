import { type NoteVersion, noteParts, type VersionContent } from '@teleward/contract/emr/schema.ts'
import type { Read } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'
import { canonical } from './canonical.ts'

type Stored = Omit<NoteVersion, 'changed'> & { before: VersionContent | null }

function changedSince(before: VersionContent | null, now: VersionContent): NoteVersion['changed'] {
  const differs = (name: (typeof noteParts)[number] | 'diagnoses' | 'prescription') =>
    canonical(now[name]) !== canonical(before ? before[name] : typeof now[name] === 'string' ? '' : [])
  const answered = (content: VersionContent | null) => canonical(content?.drugAnswers ?? [])
  const refilled = (content: VersionContent | null) => canonical(content?.refill ?? null)
  return ([...noteParts, 'diagnoses', 'prescription'] as const).filter(
    (name) =>
      differs(name) ||
      (name === 'prescription' && (answered(now) !== answered(before) || refilled(now) !== refilled(before))),
  )
}

/** The stored versions, newest first, each compared with the stored one before it. */
export async function versionsOf(read: Read, noteId: string, page: number, pageSize: number) {
  const rows = await read(sql<{ row: Stored }>`
    select jsonb_build_object('version', v.version, 'kind', v.kind, 'at', v.at, 'reason', v.reason, 'hash', v.hash, 'content', v.content,
      'savedBy', (select jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en) from staff s where s.mid = v.saved_by),
      'before', (select b.content from note_version b where b.note_id = v.note_id and b.version < v.version order by b.version desc limit 1)) as row
    from note_version v where v.note_id = ${noteId} order by v.version desc limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const [count] = await read(
    sql<{ n: number }>`select count(*)::int as n from note_version v where v.note_id = ${noteId}`,
  )
  const data = rows.map(({ row: { before, ...row } }) => ({ ...row, changed: changedSince(before, row.content) }))
  return { data, page, pageSize, total: count?.n ?? 0 }
}
