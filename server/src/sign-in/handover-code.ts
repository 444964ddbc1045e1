import { sql, type Tx } from '../platform/db/index.ts'

interface Word {
  hash: string
  account: string
  partnerId: number
  target: string | null
  issued: Date
  expires: Date
}
/** A word that is there already stays as it is, used up or not. NOT_FOUND for who does not work there. */
export async function insertHandover(tx: Tx, word: Word): Promise<void> {
  const { mid } = await tx.one(sql<{ mid: number }>`
    select s.mid from staff s join staff_partner sp on sp.mid = s.mid
    where lower(s.account) = ${word.account.toLowerCase()} and sp.partner_id = ${word.partnerId} and sp.status = 'active'`)
  const fresh = await tx.run(sql`
    insert into handover (token_hash, mid, partner_id, target, issued_at, expires_at)
    values (${word.hash}, ${mid}, ${word.partnerId}, ${word.target}, ${word.issued}, ${word.expires}) on conflict do nothing`)
  if (fresh) await tx.audit({ action: 'handover.issue', kind: 'auth', target: { kind: 'staff', id: mid } })
}
/** An address of ours, without a way out. */
export const ownPath = (target: string | null | undefined) =>
  target && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(target) ? target : null
