// The pharmacies of an institution: `npm run pharmacies PARTNER FILE.json`. docs/pharmacies.md has the fields. With the embedded
// database the server has to be stopped first, or DATABASE_URL set.
import { readFileSync } from 'node:fs'
import { keepPharmacies, readPharmacies } from '../emr/pharmacy-list.ts'
import { withDatabase } from './database.ts'

const [partner, file] = process.argv.slice(2)
if (!partner || !/^\d+$/.test(partner) || !file) {
  console.error('Say the number of the institution and the file: pharmacies PARTNER FILE.json')
  process.exit(2)
}
const { entries, wrong } = readPharmacies(readFileSync(file, 'utf8'))
if (wrong.length) {
  for (const line of wrong) console.error(line)
  console.error('Nothing was taken in')
  process.exit(1)
}
await withDatabase(async (db) => {
  await db.system.tx((tx) => keepPharmacies(tx, Number(partner), entries))
  console.log(`${entries.length} pharmacies take prescriptions; others of the institution are closed`)
})
