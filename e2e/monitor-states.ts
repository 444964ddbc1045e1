import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Remote monitoring as a doctor of a group has it: one member in full, and an alert that is taken and resolved. */
export function monitorStates(server: TestServer): State[] {
  const at = going(server)
  const list = at('/monitor', '#content tr[data-row]')
  return [
    {
      name: 'a monitored member in full',
      own: '.drawer',
      shows: ['features/monitor/MemberDetail.tsx'],
      open: steps(
        at('/monitor?days=30&compare=1', '#content tr[data-row]'),
        click('tr[data-row]'),
        ready('.drawer .monplot'),
      ),
    },
    {
      name: 'an alert is resolved',
      own: '[role=dialog]',
      shows: ['features/monitor/AlertDialog.tsx'],
      open: steps(list, click('.monfirst button:has-text("解決")'), ready('[role=dialog] .monform textarea')),
    },
  ]
}
