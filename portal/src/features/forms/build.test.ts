import type { FhirItem, Questionnaire } from '@teleward/contract/forms/fhir.ts'
import { expect, it } from 'vitest'
import { added, copyOf, moved, placeOf, removed, restored, walk } from './build.ts'

const text = (linkId: string, more: object = {}): FhirItem => ({ linkId, type: 'string', text: linkId, ...more })
const group = (linkId: string, ...item: FhirItem[]): FhirItem => ({ linkId, type: 'group', text: linkId, item })
const content: Questionnaire = {
  resourceType: 'Questionnaire',
  item: [text('a', { 'x-own': 1 }), group('g', text('b'), group('h', text('c'), text('d'))), text('e')],
}
const ids = (of: Questionnaire) => walk(of.item).map(({ item, depth }) => `${depth}${item.linkId}`)

it('[FORM-01~] what is removed by mistake comes back to where it stood, with all that is in it', () => {
  for (const linkId of ['a', 'g', 'h', 'd', 'e']) {
    const item = walk(content.item).find((one) => one.item.linkId === linkId)?.item as FhirItem
    const place = placeOf(content, linkId)
    const without = removed(content, linkId)
    expect(ids(without)).not.toContain(`0${linkId}`)
    expect(place && restored(without, item, place)).toEqual(content)
  }
  // Its group went meanwhile: it stands at the end.
  const place = placeOf(content, 'd')
  expect(place && ids(restored(removed(content, 'g'), text('d'), place))).toEqual(['0a', '0e', '0d'])
})

it('[FORM-01~] questions are added within their group, moved among their neighbours, and copied under new names', () => {
  expect(ids(added(content, 'c', text('n')))).toEqual(['0a', '0g', '1b', '1h', '2c', '2n', '2d', '0e'])
  expect(ids(added(content, 'h', text('n')))).toEqual(['0a', '0g', '1b', '1h', '2c', '2d', '2n', '0e'])
  expect(ids(added(content, null, text('n'))).at(-1)).toBe('0n')
  expect(ids(moved(content, 'd', -1))).toEqual(['0a', '0g', '1b', '1h', '2d', '2c', '0e'])
  expect(moved(content, 'c', -1)).toEqual(content)
  const copy = copyOf(content, content.item?.[1] as FhirItem)
  const names = walk([copy]).map(({ item }) => item.linkId)
  expect(new Set([...names, ...walk(content.item).map(({ item }) => item.linkId)]).size).toBe(12)
  expect(copyOf(content, content.item?.[0] as FhirItem)).toMatchObject({ 'x-own': 1 })
})
