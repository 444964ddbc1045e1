export function scratch(): string
export function sweep(prefix: string): void
