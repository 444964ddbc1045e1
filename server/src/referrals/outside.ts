import type { AttachedRecords, Referral } from '@teleward/contract/referrals/schema.ts'
import type { Read } from '../patients/service.ts'
import type { Tx } from '../platform/db/index.ts'
import { toRead } from './records.ts'
import * as repo from './repo.ts'

/** A letter as the institution outside has it, read by the system for whoever was found by its link. */
export const outsideLetter = async (read: Read, id: string): Promise<Referral | undefined> =>
  (await read(repo.outsideById(id)))[0]?.row
/** What went along; `null`: the letter is declined or taken back. */
export async function outsideRecords(read: Read, id: string): Promise<AttachedRecords | null> {
  const [found] = await read(repo.outsideRecords(id))
  return found ? toRead(found.records) : null
}
/** Until the transaction ends nobody else takes a step of it. */
export async function lockedOutside(tx: Tx, id: string): Promise<Referral> {
  await tx.one(repo.outsideLock(id))
  return (await tx.one(repo.outsideById(id))).row
}
