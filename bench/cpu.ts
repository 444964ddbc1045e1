import { readdirSync, readFileSync } from 'node:fs'

const TICK_US = 10_000

/** Fields of /proc/PID/stat after the command, which may hold blanks. */
function stat(pid: number | string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    // It has ended meanwhile.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined
    throw error
  }
}
const used = (fields: string[] | undefined) => (fields ? (Number(fields[11]) + Number(fields[12])) * TICK_US : 0)

/** Microseconds of processor a process has used so far. Unlike time by the clock it hardly depends on who else is busy. */
export const cpuOf = (pid: number): number => used(stat(pid))

/** Of a process and its children, those that have ended included. */
export function cpuOfTree(pid: number): number {
  const own = stat(pid)
  const ended = own ? (Number(own[13]) + Number(own[14])) * TICK_US : 0
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return (
    used(own) +
    ended +
    children.reduce((sum, child) => {
      const fields = stat(child)
      return fields && Number(fields[1]) === pid ? sum + used(fields) : sum
    }, 0)
  )
}
