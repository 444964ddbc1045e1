// A one-time sign-in for a member of staff: `node server/src/tools/handover.ts ACCOUNT PARTNER [PATH]`. Valid two minutes.
// With the embedded database the server has to be stopped first, or DATABASE_URL set.
import { issueHandover } from '../auth/handover.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/index.ts'

const [account, partner, target] = process.argv.slice(2)
if (!account || !partner || !/^\d+$/.test(partner)) {
  console.error('Say who and where: handover ACCOUNT PARTNER [PATH]')
  process.exit(2)
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
  const wish = { account, partnerId: Number(partner), target: target ?? null }
  const token = await issueHandover(opened.db, wish, systemClock.now())
  const place = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '')
  // Behind the hash: no server on the way writes it down.
  console.log(`${place}/these-auto-login#token=${token}`)
} finally {
  await opened.close()
}
