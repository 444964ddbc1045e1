// `npm run backup FOLDER` writes an archive of the database and the files into FOLDER, encrypted for BACKUP_KEY, while a server runs
// or not; `npm run backup -- --new-key` makes a key. docs/backup.md says the rest.
import { parseArgs } from 'node:util'
import { backup } from '../backup/backup.ts'
import { BackupRefused, keyOf, newKey } from '../backup/key.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'new-key': { type: 'boolean' } } })
const [folder] = positionals
try {
  if (values['new-key']) {
    const { identity, recipient } = await newKey()
    console.log(`BACKUP_KEY=${identity}`)
    console.log(`# Whoever has this key reads every archive, and without it nobody does: keep it away from them.`)
    console.log(`# The public key, for a machine that writes archives and opens none: ${recipient}`)
  } else if (folder && positionals.length === 1) {
    const config = readConfig()
    const { path, bytes, sha256, sums } = await backup(folder, await keyOf(config.backupKey), config, systemClock)
    const rows = Object.values(sums.tables).reduce((all, table) => all + table.rows, 0)
    console.log(
      `${rows} rows and ${Object.keys(sums.files).length} files are in ${path} (${bytes} bytes, SHA-256 ${sha256})`,
    )
    if (!config.backupKey?.startsWith('AGE-SECRET-KEY-'))
      console.log(
        'Its bytes were compared; it was not opened, because the secret key is not here. `npm run restore -- --check` opens it.',
      )
  } else {
    console.error('Say where to: npm run backup FOLDER, or npm run backup -- --new-key')
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
