export const words: string[]
/** What a process needs to be of the run's day, where it does not inherit the environment. */
export function carried(): Record<string, string>
