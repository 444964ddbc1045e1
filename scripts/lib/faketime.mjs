// The clock of the tests' day (`day.mjs`) in programs that ask the machine for it: libfaketime, loaded before them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const mac = process.platform === 'darwin'
/** Debian has a folder for each kind of machine, others one for all. */
const folders = () =>
  ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/opt/homebrew/lib']
    .filter((place) => existsSync(place))
    .flatMap((place) => [
      place,
      ...readdirSync(place)
        .filter((name) => name.includes('-linux-'))
        .map((name) => join(place, name)),
    ])

/** Where the library lies; `threads`: for programs that have several. */
export function libfaketime(threads = false) {
  const name = `libfaketime${threads ? 'MT' : ''}${mac ? '.1.dylib' : '.so.1'}`
  return folders()
    .map((folder) => join(folder, 'faketime', name))
    .find((path) => existsSync(path))
}

/** What the environment of such a program has besides; nothing where the machine's day is played. What it sleeps and counts stays as it is. */
export function faketime(threads = false) {
  const ms = Number(process.env.TEST_SHIFT_MS)
  if (!ms) return {}
  const library = libfaketime(threads)
  if (!library)
    throw new Error(
      'The day of the tests needs libfaketime, which npm test installs on Debian; TEST_DATE=now goes without.',
    )
  const seconds = ms / 1000
  return {
    ...(mac ? { DYLD_INSERT_LIBRARIES: library, DYLD_FORCE_FLAT_NAMESPACE: '1' } : { LD_PRELOAD: library }),
    FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}
