// `npm run files:move` brings the files of DATA_DIR into the bucket of S3_*, compares each there, and takes nothing away here;
// `npm run files:move -- --delete` takes away what was compared. Both can be stopped and repeated. docs/object-store.md says the rest.
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { isAppError } from '../platform/errors.ts'
import { type Moved, moveFiles } from '../storage/move.ts'
import { withDatabase } from './database.ts'

const TOLD_MS = 5000
const { values } = parseArgs({ options: { delete: { type: 'boolean' } } })
const config = readConfig()
let said = performance.now()
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`
const told = (so: Moved) => {
  if (performance.now() - said < TOLD_MS) return
  said = performance.now()
  console.log(`${so.moved} files (${megabytes(so.bytes)}) brought over, ${so.there} there already …`)
}
try {
  if (!config.s3) throw new Error('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY say where to: none is set')
  const { dataDir, s3 } = config
  const so = values.delete
    ? await withDatabase((db) => moveFiles(dataDir, s3, { deletingFor: db, told }))
    : await moveFiles(dataDir, s3, { told })
  console.log(
    `${so.moved} files (${megabytes(so.bytes)}) brought over and compared, ${so.there} there already, ${so.deleted} taken away in ${dataDir}`,
  )
  for (const name of so.others)
    console.error(`Something else lies there under the name of ${name}; it was left as it is`)
  if (so.others.length) process.exitCode = 1
} catch (error) {
  console.error(
    isAppError(error, 'FILES_UNAVAILABLE')
      ? 'The object store does not answer; what was brought over is there, and the same command goes on'
      : isAppError(error, 'FILE_DAMAGED')
        ? 'A file in the object store is not what was stored there; nothing was taken away'
        : error instanceof Error
          ? error.message
          : error,
  )
  process.exitCode = 1
}
