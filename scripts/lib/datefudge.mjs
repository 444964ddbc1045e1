// The clock of the tests' day (`day.mjs`) in programs that ask the machine for it: Debian's datefudge, loaded before them. It
// does nothing but add to what the time is. libfaketime also stands around what waits, and tells a handler of signals that comes
// in between the machine's own time: PostgreSQL's deadlocks and timeouts then end never, or all at once.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const mac = process.platform === 'darwin'
/** Debian has a folder for each kind of machine, others one for all. On a Mac there is libfaketime alone. */
const folders = () =>
  ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/opt/homebrew/lib']
    .filter((place) => existsSync(place))
    .flatMap((place) => [
      place,
      ...readdirSync(place)
        .filter((name) => name.includes('-linux-'))
        .map((name) => join(place, name)),
    ])

export const library = () =>
  folders()
    .map((folder) => join(folder, mac ? 'faketime/libfaketime.1.dylib' : 'datefudge/datefudge.so'))
    .find((path) => existsSync(path))

/** What the environment of such a program has besides; nothing where the machine's day is played. */
export function datefudge() {
  const seconds = Math.round(Number(process.env.TEST_SHIFT_MS) / 1000)
  if (!seconds) return {}
  const found = library()
  if (!found)
    throw new Error(
      'The day of the tests needs datefudge, which npm test installs on Debian; TEST_DATE=now goes without.',
    )
  if (!mac) return { LD_PRELOAD: found, DATEFUDGE: String(-seconds) }
  const time = {
    FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  return { DYLD_INSERT_LIBRARIES: found, DYLD_FORCE_FLAT_NAMESPACE: '1', ...time }
}
