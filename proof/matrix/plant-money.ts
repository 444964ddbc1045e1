import { randomUUID } from 'node:crypto'
import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, trace } from './folders.ts'
import { seeder } from './put.ts'

/** What is owed, paid, given back and waived. */
export async function seedMoney(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  await each('payment', (folder) => ({
    id: randomUUID(),
    ...at(folder),
    qid: folder.qid,
    kind: 'due',
    amount: 100,
    currency: 'TWD',
    at: now,
  }))
  await each('checkout', (folder) => ({
    id: randomUUID(),
    ...at(folder),
    qid: folder.qid,
    amount: 100,
    currency: 'TWD',
    provider: 'development',
    state: 'open',
    opened_at: now,
    expires_at: now,
  }))
  await each('refund', (folder) => ({
    id: folder.refundId,
    ...at(folder),
    qid: folder.qid,
    amount: 100,
    currency: 'TWD',
    why: 'cancelled',
    state: 'due',
    reference: trace('v', folder.n),
    due_at: now,
    version: 1,
  }))
  await each('fee_exemption', (folder) => ({
    id: folder.exemptionId,
    note: trace('v', folder.n),
    version: 1,
    ...at(folder),
    kind: 'free',
    starts_on: '2026-01-01',
  }))
}
