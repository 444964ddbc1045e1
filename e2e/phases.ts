import { availableParallelism } from 'node:os'

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

const files = (names: readonly string[]) => names.map((name) => `**/${name}.e2e.ts`)

export const projects: readonly { name: string; testMatch?: string[]; testIgnore?: string[] }[] = [
  { name: 'longest', testMatch: files(LONGEST) },
  { name: 'long', testMatch: files(LONG) },
  { name: 'journeys', testIgnore: files([...LONGEST, ...LONG, ...CALLS, ...ALONE]) },
  { name: 'calls', testMatch: files(CALLS) },
  { name: 'alone', testMatch: files(ALONE) },
]

export interface Phase {
  name: string
  projects: readonly string[]
  workers: number
}
const processors = availableParallelism()
export const PHASES: readonly Phase[] = [
  // Half of a journey is waiting; each has a server, a browser and a database of its own, which is what memory bounds.
  { name: 'screens', projects: ['longest', 'long', 'journeys'], workers: Math.min(6, Math.ceil(processors * 1.5)) },
  { name: 'calls', projects: ['calls'], workers: Math.min(4, processors) },
  { name: 'alone', projects: ['alone'], workers: 1 },
]

/** Screens in every look, with every key: what takes longest, and a part of its own where all there is is asked. */
const LOOKS = ['longest', 'long']
/** The phases of one part of the journeys (`looks`, or all else); without a part all of them. */
export function phasesOf(part?: string): readonly Phase[] {
  if (!part) return PHASES
  return PHASES.map((phase) => ({
    ...phase,
    projects: phase.projects.filter((name) => LOOKS.includes(name) === (part === 'looks')),
  })).filter(({ projects }) => projects.length > 0)
}
