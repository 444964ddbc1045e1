import { expect, it } from 'vitest'
import { hanForms } from './han-forms.ts'
import { searchKey } from './search-key.ts'

it.each([
  ['Wang Mei-Ling', 'wangmeiling'],
  ['ＷＡＮＧ　０９１２', 'wang0912'],
  ['阿美·達利', '阿美達利'],
  ['José García', 'josegarcia'],
  ['Jose\u0301', 'jose'],
  ['Trần Văn Đức', 'tranvanduc'],
  ['İbrahim', 'ibrahim'],
  ['IBRAHİM Yıldız', 'ibrahimyildiz'],
  ['Straße', 'strasse'],
  ['王　大同', '王大同'],
  ['王\u200b大亮', '王大亮'],
  ['温小台', '溫小臺'],
  ['张伟', '張偉'],
  ['ｶﾞﾘﾚｵ', 'ガリレオ'],
  ['한글', '한글'],
  ['M-119693', 'm119693'],
  ['··', ''],
])('[MEMB-01~] %s is compared as %s', (text, key) => expect(searchKey(text)).toBe(key))

it('[MEMB-01~] each character stands in one group of forms, and a key is its own key', () => {
  const all = hanForms.join('')
  expect(new Set(all).size).toBe(all.length)
  for (const forms of hanForms) expect(new Set(Array.from(forms, searchKey)), forms).toEqual(new Set([forms.charAt(0)]))
})
