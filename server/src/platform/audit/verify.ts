import { type Db, sql } from '../db/index.ts'
import { type AuditRow, GENESIS, sealOf } from './chain.ts'

export interface Finding {
  seq: number | null
  auditId: number | null
  what: 'changed' | 'deleted' | 'order' | 'unsealed'
}
export interface Verdict {
  sealed: number
  /** Rows younger than a minute may still wait for their seal. */
  waiting: number
  findings: Finding[]
  /** Of the last seal. Kept elsewhere, it proves that the end was not cut off. */
  head: string
}

type Sealed = { seq: number; audit_id: number; prev_hash: string; hash: string; row_id: number | null } & Omit<
  AuditRow,
  'id'
>

const BATCH = 2000
const MAX_FINDINGS = 100

/** Walks the whole chain: a changed row no longer fits its seal, a deleted one leaves its seal alone, others break the order. */
export async function verifyChain(db: Db, now: Date = new Date()): Promise<Verdict> {
  const findings: Finding[] = []
  let previous = GENESIS
  let seq = 0
  for (;;) {
    const rows = await db.system.read(sql<Sealed>`
      select s.seq, s.audit_id, s.prev_hash, s.hash, l.id as row_id, l.at, l.partner_id, l.mid, l.link_id, l.action, l.kind, l.target_kind,
        l.target_id, l.pid, l.outcome, l.detail, l.ip, l.request_id
      from audit_seal s left join audit_log l on l.id = s.audit_id where s.seq > ${seq} order by s.seq limit ${BATCH}`)
    for (const row of rows) {
      const what = judge(row, seq + 1, previous)
      if (what) findings.push({ seq: row.seq, auditId: row.audit_id, what })
      previous = row.hash
      seq = row.seq
    }
    if (rows.length < BATCH || findings.length > MAX_FINDINGS) break
  }
  const [open] = await db.system.read(sql<{ late: number[] | null; waiting: number }>`
    select array_agg(l.id order by l.id) filter (where l.at < ${new Date(now.getTime() - 60_000)}) as late, count(*) as waiting
    from audit_log l left join audit_seal s on s.audit_id = l.id where s.audit_id is null`)
  // A row put in later under an old number was never sealed.
  for (const id of open?.late ?? []) findings.push({ seq: null, auditId: id, what: 'unsealed' })
  return { sealed: seq, waiting: open?.waiting ?? 0, findings: findings.slice(0, MAX_FINDINGS), head: previous }
}

function judge(row: Sealed, expected: number, previous: string): Finding['what'] | undefined {
  if (row.seq !== expected || row.prev_hash !== previous) return 'order'
  if (row.row_id === null) return 'deleted'
  return sealOf(row.seq, row.prev_hash, { ...row, id: row.row_id }) === row.hash ? undefined : 'changed'
}
