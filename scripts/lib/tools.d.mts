export function toolPath(name: string): string | undefined
export function buildTools(): void
export function leaveOut(what: string, why: string): void
export function leftOut(): string[]
export function withoutTool(name: string): string | undefined
