/** Arguments of Node that run the server. */
export const served: string[]
export const steady: string
