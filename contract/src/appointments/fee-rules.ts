import type { Right } from '../core/permissions.gen.ts'

type Rights = Readonly<Record<'appointment.book' | 'fee.partner' | 'fee.own', Right>>

/** Fees are shown to those who take payments or settle them, and to the doctor whose they are. */
export type FeeReach = 'all' | 'own' | 'none'
export function feeReach(rights: Rights): FeeReach {
  if (rights['appointment.book'] !== '-' || rights['fee.partner'] !== '-') return 'all'
  return rights['fee.own'] === '-' ? 'none' : 'own'
}

/** Whether the fee of a visit with doctor `did` is shown to the person `mid` with these rights. */
export function showsFeeOf(did: number, { mid, rights }: { mid: number; rights: Rights }): boolean {
  const reach = feeReach(rights)
  return reach === 'all' || (reach === 'own' && did === mid)
}
