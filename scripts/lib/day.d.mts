export const words: string[]
/** The day as it was asked for. */
export const day: string
/** What a process needs to be of the run's day, where it does not inherit the environment. */
export function carried(): Record<string, string>
