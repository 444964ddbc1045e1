// Checks a signed export of the audit log: `npm run verify-export FILE`. Ends with 1 where it is not as it was signed.
// It needs no server: compare the printed key with the one the audit screen shows.
import { readFileSync } from 'node:fs'
import { checked } from '../admin/audit-export.ts'

const meanings = {
  notAnExport: 'this is no signed export of the audit log',
  signature: 'the statement was changed after it had been signed',
  file: 'the Excel file is not the one that was signed',
}
const [path] = process.argv.slice(2)
if (!path) throw new Error('Which file? npm run verify-export FILE')
const said = checked(readFileSync(path))
if (said.ok) {
  const { rows, total, by, at, chain } = said.statement
  console.log(`As it was signed: ${rows} of ${total} rows, exported ${at} by ${by.name} (${by.mid}); key ${said.key}`)
  console.log(`The chain was verified to seal ${chain.sealed}${chain.head ? `, ${chain.head}` : ''}`)
} else {
  console.error(meanings[said.what])
  process.exitCode = 1
}
