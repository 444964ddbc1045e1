// The first account of a fresh installation: `npm run first-operator -- ACCOUNT NAME [INSTITUTION]`. Prints the password this once.
// With the embedded database the server has to be stopped first.
import { firstOperator } from '../admin/first-operator.ts'
import { withDatabase } from './database.ts'

const [account, name, institution] = process.argv.slice(2)
if (!account || !name) {
  console.error('Say who: npm run first-operator -- ACCOUNT NAME [INSTITUTION]')
  process.exit(2)
}
try {
  await withDatabase(async (db, config, clock) => {
    const password = await firstOperator(db, { account, name, institution }, clock.now())
    const place = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '')
    console.log(`${account} signs in at ${place} by the password ${password}, and changes it there.`)
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
