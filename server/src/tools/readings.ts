// Moves old readings out into a file, and back: `npm run readings out 2020-01 FOLDER`, `npm run readings in FILE`. docs/readings.md
// says what stays. With the embedded database the server has to be stopped first, or DATABASE_URL set.
import { ArchiveRefused, moveBack, moveOut } from '../monitoring/archive.ts'
import { withDatabase } from './database.ts'

const [way, first, folder] = process.argv.slice(2)
if (!first || !((way === 'out' && folder) || (way === 'in' && !folder))) {
  console.error('Say what to do: readings out MONTH FOLDER (a month as 2020-01), or readings in FILE')
  process.exit(2)
}
try {
  await withDatabase(async (db, _config, clock) => {
    const moved =
      way === 'out' ? await moveOut(db, folder ?? '', first, clock.now()) : await moveBack(db, first, clock.now())
    console.log(
      moved
        ? `${moved.many} readings of ${moved.month} are ${way === 'out' ? `in ${moved.file}` : 'back'} (SHA-256 ${moved.sha256})`
        : `Of ${first} there is nothing to move`,
    )
  })
} catch (error) {
  if (!(error instanceof ArchiveRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
