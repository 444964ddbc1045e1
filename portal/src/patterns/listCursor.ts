import { createContext, useContext, useLayoutEffect } from 'react'

/** Where the keyboard is in a list that a screen shows in a way of its own. */
export interface ListCursor {
  /** The row that j and k came to, or that is open: to be drawn as such. */
  at: string | null
  /** Somebody came to a row by pointer or Tab. */
  onCursor: (key: string) => void
  /** The rows that are shown, in their order on the screen; undefined: none any more. */
  show: (rows: readonly unknown[] | undefined) => void
}
export const ListCursorContext = createContext<ListCursor>({
  at: null,
  onCursor: () => undefined,
  show: () => undefined,
})

/**
 * A board or a calendar says which rows it shows: the list's keys move through these and act on these, and on nothing that
 * is not drawn. Each row carries `data-row`, can take the focus, and is marked where it is `at`.
 */
export function useListCursor<Row>(rows: readonly Row[]): Pick<ListCursor, 'at' | 'onCursor'> {
  const { at, onCursor, show } = useContext(ListCursorContext)
  // Before they are painted: a key that is pressed at what is seen acts on it.
  useLayoutEffect(() => show(rows), [show, rows])
  useLayoutEffect(() => () => show(undefined), [show])
  return { at, onCursor }
}

/** The same rows in the same order: nothing has to be drawn anew. */
export const sameRows = (a: readonly unknown[] | undefined, b: readonly unknown[] | undefined): boolean =>
  a === b || (a?.length === b?.length && (a ?? []).every((row, index) => row === b?.[index]))
