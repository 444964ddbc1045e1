import { useState } from 'react'

type KeyOf<Row> = (row: Row) => number

/** Once more it is picked no longer; beyond `most` the first ones go. */
export const toggled = <Row>(picked: readonly Row[], row: Row, keyOf: KeyOf<Row>, most: number): readonly Row[] => {
  const others = picked.filter((one) => keyOf(one) !== keyOf(row))
  return others.length < picked.length ? others : [...picked, row].slice(-most)
}
/** As they are now, where they are shown; of another page as they were when they were picked. */
export const asShown = <Row>(picked: readonly Row[], shown: readonly Row[], keyOf: KeyOf<Row>): readonly Row[] =>
  picked.map((one) => shown.find((row) => keyOf(row) === keyOf(one)) ?? one)

/** Rows that are picked in a list for one act: they stay so on its other pages, and the act is on all of them. */
export function usePickedRows<Row>(shown: readonly Row[], keyOf: KeyOf<Row>, most: number) {
  const [picked, setPicked] = useState<readonly Row[]>([])
  return {
    picked: asShown(picked, shown, keyOf),
    isPicked: (row: Row) => picked.some((one) => keyOf(one) === keyOf(row)),
    pick: (row: Row) => setPicked((now) => toggled(now, row, keyOf, most)),
    clear: () => setPicked([]),
  }
}
