export const loginTypes = ['doctor', 'staff', 'agent', 'admin'] as const
export type LoginType = (typeof loginTypes)[number]
