import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

const PARTS = ['experience', 'languages', 'fees', 'bank', 'photos'] as const

/** The parts of a person's own settings behind the first, which is the screen itself. */
export function profileStates(server: TestServer): State[] {
  const at = going(server)
  const part = (name: string, ...more: State['open'][]): State['open'] =>
    steps(at(`/setting/profile?part=${name}`, '.partpane .pcard, .partpane .card'), ...more)
  return [
    ...PARTS.map((name): State => ({ name: `profile, ${name}`, own: '.partpane', shows: [], open: part(name) })),
    { name: 'profile, security', own: '.partpane', shows: [], open: part('security') },
    {
      name: 'profile, the code to a new mobile',
      own: '.partpane',
      shows: [],
      open: part(
        'security',
        (page) => page.locator('.partpane input[autocomplete=tel]').fill('0987654321'),
        click('.partpane form:has(input[autocomplete=tel]) button[type=submit]'),
        ready('.partpane input[autocomplete=one-time-code]'),
      ),
    },
  ]
}
