import type { State } from './everyone.ts'

/** Layers that take two people to open, looked at in every look by `everyone-calls.e2e.ts`. */
export const IN_CALLS = [
  'link',
  'features/calls/RingPopup.tsx',
  'features/link/IncomingRing.tsx',
  'features/link/RecordingAsk.tsx',
  'features/link/WaitingStep.tsx',
] as const satisfies State['shows']
