/** Asked by `npm test`: each kind of question once, in a quarter of an hour. */
export const gate: boolean
