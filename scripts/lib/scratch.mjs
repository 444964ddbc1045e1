import { readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** What a run keeps there at once is some hundred megabytes; the rest is the machine's. */
const ROOM = 4 * GIB
const LONG_AGO_MS = 3_600_000

/**
 * Where databases of tests lie that nobody has to find again after a power cut. A database of this house is 1,400 small files, and
 * each test file has one of its own: a copy in memory takes a fifteenth of the processor time that it takes on a disk. Without
 * room there, in the temporary folder.
 */
export function scratch() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM && freemem() >= ROOM ? MEMORY : tmpdir()
  } catch {
    // No such place on this system.
    return tmpdir()
  }
}

/** Whoever was killed has left theirs behind, and memory is dearer than a disk: what no server runs on any more is removed. */
export function sweep(prefix) {
  const folder = scratch()
  if (folder !== MEMORY) return
  for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
    const path = join(folder, name)
    try {
      if (isLeft(path)) rmSync(path, { recursive: true, force: true })
    } catch {
      // Somebody else's, or removed meanwhile.
    }
  }
}

function isLeft(path) {
  const pid = pidIn(path)
  if (pid === undefined) return Date.now() - statSync(path).mtimeMs > LONG_AGO_MS
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
function pidIn(path) {
  try {
    return Number(readFileSync(join(path, 'data/postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    // It is being made, or was stopped.
    return undefined
  }
}
