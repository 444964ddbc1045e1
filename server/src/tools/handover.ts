// A one-time sign-in for a member of staff: `node server/src/tools/handover.ts ACCOUNT PARTNER [PATH]`. Valid two minutes.
// With the embedded database the server has to be stopped first, or DATABASE_URL set.
import { issueHandover } from '../sign-in/handover.ts'
import { withDatabase } from './database.ts'

const [account, partner, target] = process.argv.slice(2)
if (!account || !partner || !/^\d+$/.test(partner)) {
  console.error('Say who and where: handover ACCOUNT PARTNER [PATH]')
  process.exit(2)
}
await withDatabase(async (db, config, clock) => {
  const wish = { account, partnerId: Number(partner), target: target ?? null }
  const token = await issueHandover(db, wish, clock.now())
  const place = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '')
  // Behind the hash: no server on the way writes it down.
  console.log(`${place}/these-auto-login#token=${token}`)
})
