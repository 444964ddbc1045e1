// Rules of the drug check beyond the shipped ones: `npm run drug-rules NAME FILE.csv LICENCE`, or `npm run drug-rules NAME --remove`.
// docs/drug-checks.md has the columns. With the embedded database the server has to be stopped first, or DATABASE_URL set.
import { readFileSync } from 'node:fs'
import { dropRules, keepRules, readRules } from '../emr/import-rules.ts'
import { reference } from '../reference/catalogue.ts'
import { withDatabase } from './database.ts'

const [name, file, ...licence] = process.argv.slice(2)
if (!name || !file || (file !== '--remove' && !licence.length)) {
  console.error('Say the set, the file and its licence: drug-rules NAME FILE.csv LICENCE, or drug-rules NAME --remove')
  process.exit(2)
}
const read = file === '--remove' ? null : readRules(readFileSync(file, 'utf8'), name, reference.safety().tables)
if (read?.wrong.length) {
  for (const { line, why } of read.wrong) console.error(`line ${line}: ${why}`)
  console.error(`Nothing was taken in: ${read.wrong.length} of ${read.wrong.length + read.rules.length} rows are wrong`)
  process.exit(1)
}
await withDatabase(async (db, _config, clock) => {
  await db.system.tx((tx) =>
    read ? keepRules(tx, { name, licence: licence.join(' '), rules: read.rules }, clock.now()) : dropRules(tx, name),
  )
  console.log(read ? `${read.rules.length} rules are in force as ${name}` : `${name} is no longer in force`)
})
