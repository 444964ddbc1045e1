import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Holder {
  pid: number
  /** Differs after a restart of the machine (or container), when a pid says nothing any more. */
  boot: string
  /** When the process began, so that a later process with the same pid is not taken for it. */
  born: string
}

const boot = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
const born = (pid: number): string => {
  try {
    // Field 22, counted after the command's closing bracket: the command itself may hold blanks.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
function holds(holder: Holder): boolean {
  if (holder.boot !== boot() || !alive(holder.pid)) return false
  return holder.born === born(holder.pid)
}
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Two processes that open one embedded database both write to it and break it: the second is refused. */
export function lockDataDir(dir: string): () => void {
  const path = join(dir, 'server.lock')
  const own = `${path}.${process.pid}`
  for (let tries = 0; tries < 3; tries += 1) {
    writeFileSync(own, JSON.stringify({ pid: process.pid, boot: boot(), born: born(process.pid) } satisfies Holder), {
      mode: 0o600,
    })
    try {
      // A link fails where the name exists, and the file is whole the moment it appears.
      linkSync(own, path)
      rmSync(own)
      return () => rmSync(path, { force: true })
    } catch (error) {
      rmSync(own, { force: true })
      if (!existsSync(path)) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
        throw error
      }
      const holder = readHolder(path)
      if (holder && holds(holder))
        throw new Error(
          `Another server (process ${holder.pid}) uses the data in ${dir}. Stop it, or set DATA_DIR to another folder.`,
        )
      rmSync(path, { force: true })
    }
  }
  throw new Error(`The data folder ${dir} could not be locked: remove ${path} if no server is running.`)
}
