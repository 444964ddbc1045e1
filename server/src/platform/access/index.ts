export * from './atoms.ts'
export { condition } from './condition.ts'
export type { TableAccess } from './policies.ts'
export { allOf, anyOf, atom, caller, column, everybody, Rule } from './rule.ts'
