import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { statementStates } from './settlement-states.ts'
import { click, going, ready, steps } from './states.ts'

const PARTS = ['experience', 'languages', 'fees', 'bank', 'photos'] as const

/** The parts of a person's own settings behind the first, which is the screen itself. */
export function profileStates(server: TestServer): State[] {
  const at = going(server)
  const part = (name: string, ...more: State['open'][]): State['open'] =>
    steps(at(`/setting/profile?part=${name}`, '.partpane .pcard, .partpane .card'), ...more)
  return [
    ...PARTS.map((name): State => ({ name: `profile, ${name}`, own: '.partpane', shows: [], open: part(name) })),
    {
      name: 'a canned word',
      own: '.ant-drawer',
      shows: ['features/words/WordForm.tsx'],
      open: steps(
        at('/setting/setword', '.wordlist li'),
        click('.wordlist [aria-label^="編輯"]'),
        ready('.ant-drawer textarea:visible'),
      ),
    },
    {
      name: 'templates of notes, and one',
      own: '.ant-drawer',
      shows: ['features/words/TemplateForm.tsx'],
      open: steps(
        at('/setting/setword?type=template', '.wordlist li'),
        click('.wordlist .icbtn'),
        ready('.ant-drawer textarea:visible'),
      ),
    },
    {
      name: 'canned words from a file',
      own: '[role=dialog]',
      shows: [],
      open: steps(
        at('/setting/setword', '.wordlist li'),
        click('button:has-text("匯入片語")'),
        ready('[role=dialog] .mimp'),
      ),
    },
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
    ...statementStates(server),
  ]
}
