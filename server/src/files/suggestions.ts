import type { Suggestion } from '@teleward/contract/files/schema.ts'
import { typoPattern, wordsOfName } from '@teleward/contract/files/suggest.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { canSeeFile, canSeeMember, canSeeRow } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

const MOST = 5

/**
 * Whom an unassigned file may mean: by a number that is one slip away from what its name begins with, by a name that stands
 * in it, or by what a DICOM file says of its patient. They are shown to be chosen from; nothing is stored by them.
 */
export async function suggestionsFor(read: Read, id: string): Promise<{ pid: number | null; found: Suggestion[] }> {
  // Not one that an opinion shows: whose it is is no question of whom it is shown to.
  const [file] = await read(
    sql<{ state: string; name: string; pid: number | null; personId: string | null; person: string | null }>`
      select f.state, f.name, f.pid, f.dicom -> 'person' ->> 'id' as "personId", f.dicom -> 'person' ->> 'name' as person
      from medical_file f where f.id = ${id} and ${canSeeFile('f')}`,
  )
  if (!file) throw new AppError('NOT_FOUND')
  if (file.state !== 'unassigned') return { pid: file.pid, found: [] }
  const inFile = file.personId?.normalize('NFKC').trim().toUpperCase() || null
  const words = wordsOfName(file.name)
  const names = [...words, ...(file.person ?? '').split('=').map((one) => one.replaceAll('^', ' '))]
    .map(searchKey)
    .filter((one) => one.length > 1)
  const slip = typoPattern(words[0] ?? '')
  const found = await read(sql<Suggestion>`
    select m.pid, m.name, m.name_en as "nameEn", m.member_no as "memberNo", m.birthday, right(m.id_number, 3) as "idLast",
      case when ${inFile}::text is not null and ${inFile}::text in (upper(m.id_number), upper(m.member_no), upper(m.account)) then 'dicom'
        when ${slip}::text is not null and (upper(m.id_number) ~ ${slip}::text or upper(m.account) ~ ${slip}::text or upper(m.member_no) ~ ${slip}::text)
          then 'number' else 'name' end as by
    from member m join member_unit mu on mu.pid = m.pid and mu.status = 'active' and ${canSeeRow('mu')}
    where ${canSeeMember('m')} and (
      (${inFile}::text is not null and ${inFile}::text in (upper(m.id_number), upper(m.member_no), upper(m.account)))
      or (${slip}::text is not null and (upper(m.id_number) ~ ${slip}::text or upper(m.account) ~ ${slip}::text or upper(m.member_no) ~ ${slip}::text))
      or (${names.length > 0} and (m.name_key = any (${names}::text[]) or search_key(m.name_en) = any (${names}::text[]))))
    group by m.pid order by case when ${inFile}::text in (upper(m.id_number), upper(m.member_no), upper(m.account)) then 0 else 1 end, by desc, m.pid
    limit ${MOST}`)
  return { pid: null, found }
}
