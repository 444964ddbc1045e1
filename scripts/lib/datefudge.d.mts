export function library(): string | undefined
export function datefudge(): Record<string, string>
