import { canSeeFile } from '../access/visible.ts'
import type { picture } from '@teleward/contract/diet/schema.ts'
import type { z } from 'zod'
import { fileAddress, type FileSigner } from '../files/addresses.ts'
import type { Read } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'

export type Picture = z.output<typeof picture>

/** Pictures of meals are the member's medical files: looked at under the access layers of files, by their signed addresses. */
export async function picturesOf(
  read: Read,
  signer: FileSigner,
  ids: readonly string[],
): Promise<Map<string, Picture>> {
  if (!ids.length) return new Map()
  const rows = await read(sql<{ id: string; name: string; thumb: boolean; format: string }>`
    select f.id, f.name, f.thumb_key is not null as thumb, f.format from medical_file f
    where f.id = any (${[...ids]}::uuid[]) and f.state = 'stored' and ${canSeeFile('f')}`)
  const opens = signer.who.rights['file.read'] !== '-'
  return new Map(
    rows.map(({ id, name, thumb }) => [
      id,
      {
        id,
        name,
        thumb: opens && thumb ? fileAddress(signer, id, 'thumb').url : null,
        view: opens ? fileAddress(signer, id, 'view').url : null,
      },
    ]),
  )
}

/** Of these, what is a picture of this member that the caller may look at. */
export async function ofMember(read: Read, pid: number, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const rows = await read(sql<{ id: string }>`
    select f.id from medical_file f where f.id = any (${[...ids]}::uuid[]) and f.pid = ${pid}::int and f.state = 'stored'
      and f.format in ('jpg', 'png') and ${canSeeFile('f')}`)
  return new Set(rows.map(({ id }) => id))
}
