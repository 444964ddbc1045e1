export interface Blank {
  from: number
  to: number
}

/** `__`, or `{times a day}` where it says what belongs there. One line, and short: a set of braces in a text is none. */
const BLANK = /_{2,}|\{[^{}\n]{1,30}\}/gu

/** The places of a text that are still to be filled in, in their order; counted in UTF-16 units, as fields count. */
export const blanksIn = (text: string): Blank[] =>
  Array.from(text.matchAll(BLANK), ({ index, 0: found }) => ({ from: index, to: index + found.length }))

/** The next blank behind a selection, or the one before it. */
export function nextBlank(text: string, at: Blank, backwards = false): Blank | undefined {
  const all = blanksIn(text)
  return backwards ? all.findLast(({ to }) => to <= at.from) : all.find(({ from }) => from >= at.to)
}
