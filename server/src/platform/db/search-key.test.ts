import { hanForms } from '@teleward/contract/core/han-forms.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { sql } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Names as they are typed, and each sign of the blocks that names and numbers are written in, alone and between letters. */
const SPANS = [
  [0x01, 0x24f],
  [0x2b0, 0x3ff],
  [0x400, 0x481],
  [0x48a, 0x52f],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2150, 0x2189],
  [0x3000, 0x30ff],
  [0x3131, 0x318e],
  [0xac00, 0xac80],
  [0xf900, 0xfa6d],
  [0xff00, 0xffee],
] as const
const named = [
  ...[
    'José García',
    'Jose\u0301 Garci\u0301a',
    'Trần Văn Đức',
    'İbrahim',
    'IŞIK',
    'ıı',
    'Straße',
    'ŒUVRE',
    'ΟΔΟΣ',
    'Ångström',
  ],
  ...[
    '王　大同',
    '歐陽 小明',
    '陳Amy小姐',
    'Ｗａｎｇ全形',
    '王\u200b大亮',
    'ｶﾞﾘﾚｵ',
    '𠮷田',
    '👩‍⚕️',
    '',
    ' ',
    "O'Brien-Smith Jr.",
    '+886 955-700-001',
  ],
]

it('[MEMB-01~] the key of the database is that of the contract, for every form of a character and every sign', async () => {
  const signs = SPANS.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )
  const texts = [...named, ...hanForms, ...signs, ...signs.map((sign) => `Aé${sign}Bz`)]
  const rows = await database.db.system.read(
    sql<{
      key: string
    }>`select search_key(said) as key from unnest(${texts}::text[]) with ordinality t(said, n) order by n`,
  )
  const differ = texts.flatMap((text, at) =>
    rows[at]?.key === searchKey(text) ? [] : [[text, searchKey(text), rows[at]?.key]],
  )
  expect(differ).toEqual([])
})
