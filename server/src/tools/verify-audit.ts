// Checks the audit log's chain of seals: `npm run verify-audit`. Ends with 1 where something was tampered with.
// With the embedded database the server has to be stopped first, or DATABASE_URL set.
import { sealBatch, verifyChain } from '../platform/audit/index.ts'
import { withDatabase } from './database.ts'

const meanings = {
  changed: 'was changed after it had been sealed',
  deleted: 'was deleted',
  order: 'the chain is broken here: seals were removed, reordered or replaced',
  unsealed: 'was put in afterwards, or the sealer does not run',
}

await withDatabase(async (db, _config, clock) => {
  const before = await verifyChain(db, clock.now())
  while (await sealBatch(db, clock));
  for (const { seq, auditId, what } of before.findings)
    console.error(`seal ${seq ?? '–'}, row ${auditId ?? '–'}: ${meanings[what]}`)
  console.log(
    `${before.sealed} rows sealed, ${before.waiting} were waiting, ${before.findings.length} findings; last seal ${before.head}`,
  )
  process.exitCode = before.findings.length ? 1 : 0
})
