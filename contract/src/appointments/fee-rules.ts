import type { Right } from '../core/permissions.gen.ts'

type Rights = Readonly<Record<'appointment.book' | 'fee.partner' | 'fee.own', Right>>

/** Fees are shown to those who take payments or settle them, and to the doctor whose they are. */
export type FeeScope = 'all' | 'own' | 'none'
export function feeScope(rights: Rights): FeeScope {
  if (rights['appointment.book'] !== '-' || rights['fee.partner'] !== '-') return 'all'
  return rights['fee.own'] === '-' ? 'none' : 'own'
}

/** Whether the fee of a visit with doctor `did` is shown to the person `mid` with these rights. */
export function showsFeeOf(did: number, { mid, rights }: { mid: number; rights: Rights }): boolean {
  const scope = feeScope(rights)
  return scope === 'all' || (scope === 'own' && did === mid)
}
