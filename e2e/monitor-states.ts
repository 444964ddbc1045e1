import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Remote monitoring as a doctor of a group has it: one member in full, an alert that is resolved or muted, a reading that was entered in error. */
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
    {
      name: 'an alert is muted',
      own: '[role=dialog]',
      shows: ['features/monitor/Mute.tsx'],
      open: steps(
        list,
        click('tr[data-row]'),
        ready('.drawer .monalerts li'),
        click('.drawer .monalerts button:not([disabled]):has-text("靜音")'),
        ready('[role=dialog] .monform textarea'),
      ),
    },
    {
      name: 'a reading is marked as entered in error',
      own: '[role=dialog]',
      shows: [],
      open: steps(
        list,
        click('tr[data-row]'),
        ready('.drawer .monvalues tr'),
        click('.drawer .monvalues button:has-text("標記輸入錯誤")'),
        ready('[role=dialog] input'),
      ),
    },
  ]
}
