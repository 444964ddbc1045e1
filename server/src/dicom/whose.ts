import type { DicomStudy, DicomSummary } from '@teleward/contract/files/dicom.ts'

/** What is known of the member that a file can be compared with. */
export interface Known {
  pid: number
  name: string
  nameEn: string | null
  account: string | null
  idNumber: string | null
  memberNo: string
  birthday: string | null
}
type Compared = DicomStudy['matches']['name']
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s^,.\-'’]+/g, ' ')
    .trim()
const words = (text: string) => plain(text).split(' ').filter(Boolean).sort().join(' ')
const han = (text: string) => /\p{Script=Han}/u.test(text)
const latin = (text: string) => /\p{Script=Latin}/u.test(text) && !han(text)
/** Written in the same letters, so that two spellings can be compared. */
const alike = (a: string, b: string) => (han(a) && han(b)) || (latin(a) && latin(b))

/**
 * The member beside what the file says of its patient. A name is compared with one in the same letters only: a romanised
 * name neither confirms nor denies a Chinese one. Unknown is no match.
 */
export function matchesOf(member: Known | null, said: DicomSummary['person']): DicomStudy['matches'] {
  if (!member) return { name: 'unknown', id: 'unknown', birthday: 'unknown' }
  const day = said.birthday?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') ?? null
  return {
    name: nameOf([member.name, member.nameEn ?? ''], (said.name ?? '').split('=')),
    id: idOf([member.idNumber, member.memberNo, member.account, String(member.pid)], said.id),
    birthday:
      day === null || member.birthday === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)
        ? 'unknown'
        : day === member.birthday
          ? 'same'
          : 'differs',
  }
}
function nameOf(ours: string[], theirs: string[]): Compared {
  const pairs = ours.flatMap((our) => theirs.map((their) => [our, their] as const)).filter(([a, b]) => alike(a, b))
  if (pairs.length === 0) return 'unknown'
  // Chinese names are written with and without a gap between their parts.
  const same = ([a, b]: readonly [string, string]) =>
    han(a) ? plain(a).replaceAll(' ', '') === plain(b).replaceAll(' ', '') : words(a) === words(b)
  return pairs.some(same) ? 'same' : 'differs'
}
function idOf(ours: (string | null)[], their: string | null): Compared {
  if (their === null) return 'unknown'
  const own = ours.filter((one): one is string => one !== null && one !== '').map(plain)
  return own.includes(plain(their)) ? 'same' : 'differs'
}
