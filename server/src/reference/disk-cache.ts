import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/**
 * `make()`, or what it gave at an earlier start: plain data (strings, typed arrays, maps) in a file named by the bytes of
 * all the files it is made of, the code among them, and by the version of Node. What cannot be read is made again; where
 * nothing can be written it is made at each start.
 */
export function cached<T>(name: string, of: readonly string[], make: () => T, folder: string): T {
  const path = join(folder, `${name}-${fingerprint(of)}.bin`)
  try {
    return deserialize(readFileSync(path)) as T
  } catch {
    // Not made yet, or cut off by who was killed while the disk was full: the folder holds nothing that is missed.
  }
  const made = make()
  try {
    mkdirSync(folder, { recursive: true })
    write(path, serialize(made))
    // Of older versions, and of who was killed in the middle.
    for (const file of readdirSync(folder))
      if (file.startsWith(`${name}-`) && join(folder, file) !== path) rmSync(join(folder, file), { force: true })
  } catch {
    // Without a cache file the next start computes the table again.
  }
  return made
}

/** Whole or not at all: two processes may be at it, and one may be killed. */
function write(path: string, bytes: Uint8Array): void {
  const part = `${path}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(part, bytes)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 24)
}
