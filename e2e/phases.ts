import { availableParallelism } from 'node:os'
import { gate } from '../scripts/lib/scope.mjs'

/**
 * The files of the journeys by what they need of the machine. One phase comes after the other: what happens in real time does
 * not stand beside what keeps every processor busy, and what measures stands alone.
 */

/** Sound and picture between browsers, rings and losses of a line that last as long as they last: they mostly wait. */
const CALLS = [
  'main-job',
  'media',
  'livekit',
  'call-engines',
  'recording-loss',
  'bad-days-ringing',
  'bad-days-calls',
  'bad-days-patient',
  'call-edges',
  'call-survives',
  'call-among-staff',
  'chart',
  'drain',
  'chaos',
  'keyboard',
  'everyone-calls',
  'screens-more',
  'members',
]
/** Figures, which only a quiet machine gives. */
const ALONE = ['weight', 'upload-line', 'call-figures']
/** The longest first: a file that begins last is what everybody waits for. Within a project files go by their names. */
const LONGEST = ['keys']
const LONG = ['everyone-visits', 'everyone-record', 'everyone-work', 'everyone-office', 'everyone', 'lists']

/** What asks each screen for its looks and keys; the rest are stories. `E2E_PART=looks` or `journeys` asks one of the two. */
const LOOKS = [...LONGEST, ...LONG, 'everyone-calls', 'everyone-notices']
/** Figures that turn nothing red, and five browsers on two processors: minutes that the gate leaves to the proof (docs/proof.md). */
const PROOF_ONLY = [...ALONE, 'call-engines']
const part = process.env.E2E_PART || undefined
const asked = (name: string) =>
  (part === undefined || LOOKS.includes(name) === (part === 'looks')) && !(gate && PROOF_ONLY.includes(name))

const files = (names: readonly string[]) => names.map((name) => `**/${name}.e2e.ts`)
const elsewhere = [...LONGEST, ...LONG, ...CALLS, ...ALONE]
const others =
  part === 'looks'
    ? { testMatch: files(LOOKS.filter((name) => !elsewhere.includes(name))) }
    : { testIgnore: files([...elsewhere, ...(part === 'journeys' ? LOOKS : [])]) }

interface Project {
  name: string
  testMatch?: string[]
  testIgnore?: string[]
}
const all: readonly Project[] = [
  { name: 'longest', testMatch: files(LONGEST.filter(asked)) },
  { name: 'long', testMatch: files(LONG.filter(asked)) },
  { name: 'journeys', ...others },
  { name: 'calls', testMatch: files(CALLS.filter(asked)) },
  { name: 'alone', testMatch: files(ALONE.filter(asked)) },
]
export const projects = all.filter(({ testMatch }) => testMatch?.length !== 0)

export interface Phase {
  name: string
  projects: readonly string[]
  workers: number
}
const processors = availableParallelism()
const phases: readonly Phase[] = [
  // Half of a journey is waiting; each has a server, a browser and a database of its own, which is what memory bounds.
  { name: 'screens', projects: ['longest', 'long', 'journeys'], workers: Math.min(6, Math.ceil(processors * 1.5)) },
  { name: 'calls', projects: ['calls'], workers: Math.min(4, processors) },
  { name: 'alone', projects: ['alone'], workers: 1 },
]
const there = (name: string) => projects.some((one) => one.name === name)
export const PHASES: readonly Phase[] = phases
  .map((phase) => ({ ...phase, projects: phase.projects.filter(there) }))
  .filter((phase) => phase.projects.length > 0)
