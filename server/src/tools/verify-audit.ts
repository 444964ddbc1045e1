// Checks the audit log's chain of seals: `npm run verify-audit`. Ends with 1 where something was tampered with.
// With the embedded database the server has to be stopped first, or DATABASE_URL set.
import { sealBatch, verifyChain } from '../platform/audit/index.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/index.ts'

const meanings = {
  changed: 'was changed after it had been sealed',
  deleted: 'was deleted',
  order: 'the chain is broken here: seals were removed, reordered or replaced',
  unsealed: 'was put in afterwards, or the sealer does not run',
}

const config = readConfig()
const opened = await openDatabase({
  databaseUrl: config.databaseUrl,
  dataDir: config.dataDir,
  clock: systemClock,
  onAfterCommitError: (error) => {
    throw error
  },
})
try {
  const before = await verifyChain(opened.db)
  while (await sealBatch(opened.db, systemClock));
  for (const { seq, auditId, what } of before.findings)
    console.error(`seal ${seq ?? '–'}, row ${auditId ?? '–'}: ${meanings[what]}`)
  console.log(
    `${before.sealed} rows sealed, ${before.waiting} were waiting, ${before.findings.length} findings; last seal ${before.head}`,
  )
  process.exitCode = before.findings.length ? 1 : 0
} finally {
  await opened.close()
}
