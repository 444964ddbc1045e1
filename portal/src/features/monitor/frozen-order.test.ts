import { expect, it } from 'vitest'
import { keepOrder } from './frozen-order.ts'

interface Row {
  id: string
  value: number
}
const row = (id: string, value = 0): Row => ({ id, value })
const hold = (shown: Row[], fresh: Row[]) => keepOrder(shown, fresh, ({ id }) => id)

it('[MON-01~] rows keep their places under the pointer, with what is known of each now', () => {
  const shown = [row('a'), row('b'), row('c')]
  // A new value alone moves nothing, and is shown at once.
  expect(hold(shown, [row('a'), row('b', 7), row('c')])).toEqual({
    rows: [row('a'), row('b', 7), row('c')],
    moved: false,
    came: 0,
    gone: new Set(),
  })
  // Another order, one that came and one that went: told, and not done.
  const other = hold(shown, [row('c', 9), row('d'), row('a')])
  expect(other.rows).toEqual([row('a'), row('b'), row('c', 9)])
  expect([other.moved, other.came, [...other.gone]]).toEqual([true, 1, ['b']])
  expect(hold([], [row('a')])).toMatchObject({ rows: [], moved: true, came: 1 })
})
