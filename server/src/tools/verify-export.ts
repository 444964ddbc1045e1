// Checks a signed export of the audit log: `npm run verify-export FILE KEY`. Ends with 1 where it is not as it was signed, or
// not signed by the key that the audit screen shows (KEY, with or without its spaces). It needs no server. Without KEY the
// signature alone is checked, which anybody can put under another file: compare the printed key then.
import { readFileSync } from 'node:fs'
import { checked } from '../admin/audit-export.ts'

const meanings = {
  notAnExport: 'this is no signed export of the audit log',
  signature: 'the statement was changed after it had been signed',
  file: 'the Excel file is not the one that was signed',
  key: 'it was signed by another key than the one that was given',
}
const [path, ...given] = process.argv.slice(2)
if (!path) throw new Error('Which file? npm run verify-export FILE KEY')
const plain = (key: string) => key.replace(/[^\da-f]/gi, '').toLowerCase()
const expected = plain(given.join(''))
if (given.length && !expected) throw new Error(`Not a key: ${given.join(' ')}`)
const said = checked(readFileSync(path))
if (said.ok && expected && plain(said.key) !== expected) {
  console.error(`${meanings.key}: ${said.key}`)
  process.exitCode = 1
} else if (said.ok) {
  const { rows, total, by, at, chain } = said.statement
  console.log(`As it was signed: ${rows} of ${total} rows, exported ${at} by ${by.name} (${by.mid}); key ${said.key}`)
  console.log(`The chain was verified to seal ${chain.sealed}${chain.head ? `, ${chain.head}` : ''}`)
} else {
  console.error(meanings[said.what])
  process.exitCode = 1
}
