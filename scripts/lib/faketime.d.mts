export function libfaketime(threads?: boolean): string | undefined
export function faketime(threads?: boolean): Record<string, string>
