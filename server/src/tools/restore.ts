// `npm run restore FILE` brings an archive of `npm run backup` back into an empty place; `npm run restore -- --check FILE` reads it to
// its end and touches nothing. docs/backup.md says the rest.
import { parseArgs } from 'node:util'
import { readArchive } from '../backup/read.ts'
import { BackupRefused, keyOf } from '../backup/key.ts'
import { restore } from '../backup/restore.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
const [path] = positionals
try {
  if (!path || positionals.length > 1) {
    console.error('Say which: npm run restore FILE, or npm run restore -- --check FILE')
    process.exitCode = 2
  } else {
    const config = readConfig()
    const { identity } = await keyOf(config.backupKey)
    if (values.check) {
      if (identity === null)
        throw new BackupRefused('BACKUP_KEY is the public key: an archive is opened by the secret one')
      const { manifest, sums } = await readArchive(path, identity)
      console.log(`Whole, of ${manifest.at}: ${told(sums)}`)
    } else {
      const { manifest, sums, migrated, held } = await restore(path, identity, config, systemClock)
      console.log(`Restored as of ${manifest.at}: ${told(sums)}`)
      if (migrated.length) console.log(`Brought up to this version by ${migrated.join(', ')}`)
      if (held)
        console.log(`${held} messages that waited to be sent are held: an administrator sends or leaves them (outbox)`)
    }
  }
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function told(sums: Awaited<ReturnType<typeof readArchive>>['sums']): string {
  const rows = Object.values(sums.tables).reduce((all, table) => all + table.rows, 0)
  return `${rows} rows and ${Object.keys(sums.files).length} files`
}
