import { readFileSync } from 'node:fs'
import { idNumber } from '@teleward/contract/core/identity.ts'
import type { Random } from './random.ts'

export interface DemoMember {
  member_no: string
  account: string
  id_number: string
  name: string
  name_en: string | null
  gender: 'male' | 'female'
  birthday: string
  height: number
  weight: number
  nhi_card_number: string
  mobile: string
  vip: boolean
  language: string
  emergency_contact: { name: string; relation: string; phone: string }
}

const seeds = new URL('../../seeds/names/', import.meta.url)
const surnames = readFileSync(new URL('tw_surnames.tsv', seeds), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'))
  .map(([name, percent]) => [name ?? '陳', Number(percent)] as const)
const given = JSON.parse(readFileSync(new URL('tw_given_names.json', seeds), 'utf8')) as Record<string, string[]>

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** A checksum-valid national id that belongs to nobody the demo knows of: of ten last digits one holds. */
function nationalId(random: Random, gender: 'male' | 'female'): string {
  const body = [
    random.pick(LETTERS),
    gender === 'male' ? 1 : 2,
    ...Array.from({ length: 7 }, () => random.int(0, 9)),
  ].join('')
  for (let digit = 0; digit <= 9; digit++) if (idNumber(`${body}${digit}`)) return `${body}${digit}`
  throw new Error('no last digit makes a national id')
}

/** Invented persons of all ages, weighted towards those who use remote care. */
export function people(random: Random, count: number, prefix: string): DemoMember[] {
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const gender = random.chance(0.52) ? 'female' : 'male'
    const year = random.weighted([
      [random.int(1936, 1959), 40],
      [random.int(1960, 1979), 30],
      [random.int(1980, 1999), 18],
      [random.int(2000, 2023), 12],
    ])
    const birthday = `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
    const span = year < 1960 ? '1930_1959' : year < 1980 ? '1960_1979' : year < 2000 ? '1980_1999' : '2000_2023'
    let id = nationalId(random, gender)
    while (seen.has(id)) id = nationalId(random, gender)
    seen.add(id)
    const name = random.weighted(surnames) + random.pick(given[`${gender === 'male' ? 'M' : 'F'}_${span}`] ?? ['小明'])
    const adult = year < 2006
    return {
      member_no: `${prefix}-${String(118300 + index * 7).padStart(6, '0')}`,
      account: id,
      id_number: id,
      name,
      name_en: null,
      gender,
      birthday,
      height: adult ? random.int(148, 182) : random.int(70, 160),
      weight: adult ? random.int(44, 96) : random.int(9, 55),
      nhi_card_number: `0000${String(random.int(10_000_000, 99_999_999))}`,
      mobile: `09${random.int(10, 89)}${String(random.int(0, 999_999)).padStart(6, '0')}`,
      vip: random.chance(0.06),
      language: 'zh-TW',
      emergency_contact: {
        name: random.weighted(surnames) + random.pick(['先生', '女士']),
        relation: adult ? random.pick(['配偶', '子女', '父母']) : '父母',
        phone: `09${random.int(10, 89)}${String(random.int(0, 999_999)).padStart(6, '0')}`,
      },
    }
  })
}

/** Names that test a layout: long Latin ones, and the known faces of the demo. */
export const known: Partial<DemoMember>[] = [
  { name: '吳秀鳳', gender: 'female', birthday: '1958-01-09', height: 156.8, weight: 64.2 },
  { name: '張振國', gender: 'male', birthday: '1963-11-02', height: 168, weight: 72, vip: true },
  { name: '李佩珊', gender: 'female', birthday: '1991-06-20' },
  {
    name: 'Maria Cristina de los Santos Villanueva',
    name_en: 'Maria Cristina de los Santos Villanueva',
    gender: 'female',
    birthday: '1985-01-30',
    language: 'en',
    // Of a residence permit, as foreigners have one.
    account: 'F907304512',
    id_number: 'F907304512',
  },
  { name: '黃柏翰', gender: 'male', birthday: '1997-04-15' },
  { name: '廖國棟', gender: 'male', birthday: '1955-08-08' },
  { name: '曾淑芬', gender: 'female', birthday: '1968-07-27' },
  { name: '陳小寶', gender: 'male', birthday: '2024-09-01', height: 80, weight: 10.5 },
]
