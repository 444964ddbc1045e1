/** Halves go up as people write them: 36.65 is 36.7, though the number in the machine lies a little below it. */
export const roundedTo = (value: number, decimals: number): number =>
  Math.round(Number((value * 10 ** decimals).toPrecision(12))) / 10 ** decimals
