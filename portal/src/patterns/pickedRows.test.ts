import { expect, it } from 'vitest'
import { asShown, toggled } from './pickedRows.ts'

interface Row {
  sn: number
  version: number
}
const row = (sn: number, version = 1): Row => ({ sn, version })
const keyOf = ({ sn }: Row) => sn
const sns = (rows: readonly Row[]) => rows.map(keyOf)

it('[CRM-03~] what is picked on one page is acted upon from another, as it is now where it is shown', () => {
  const first = [row(1), row(2)].reduce<readonly Row[]>((now, one) => toggled(now, one, keyOf, 100), [])
  const both = toggled(first, row(21), keyOf, 100)
  const second = [row(21, 7), row(22)]
  expect(sns(asShown(both, second, keyOf))).toEqual([1, 2, 21])
  expect(asShown(both, second, keyOf).find(({ sn }) => sn === 21)?.version).toBe(7)
})
it('[CRM-03~] picked once more it is picked no longer, also as another version; there are no more than one act takes', () => {
  expect(sns(toggled([row(1), row(2)], row(1, 5), keyOf, 100))).toEqual([2])
  expect(sns(toggled([row(1), row(2)], row(3), keyOf, 2))).toEqual([2, 3])
})
