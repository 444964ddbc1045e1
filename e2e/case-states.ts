import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** The cases as a doctor has them: one that she opened among those of the unit. */
export function caseStates(server: TestServer): State[] {
  const at = going(server)
  const list = at('/crm', '#content tr[data-row]')
  const own = 'tr[data-row]:has-text("出院後一週電話關懷")'
  return [
    {
      name: 'cases on the board',
      own: '#content',
      shows: [],
      widths: [1440],
      open: at('/crm?view=board&state=all', '.bcard'),
    },
    {
      name: 'a call in full',
      own: '.drawer',
      shows: ['features/calllog/CallDetail.tsx'],
      open: steps(at('/calllog', '#content tr[data-row]'), click('#content tr[data-row]'), ready('.drawer .desc')),
    },
    {
      name: 'a case in full',
      own: '.drawer',
      shows: ['features/crm/Detail.tsx'],
      open: steps(list, click(own), ready('.drawer .casenote')),
    },
    {
      name: 'a new case',
      own: '[role=dialog]',
      shows: ['features/crm/CaseForm.tsx'],
      open: steps(at('/crm?add=1', '#content h1'), ready('[role=dialog] .caseform')),
    },
    {
      name: 'the result of a case',
      own: '[role=dialog]',
      shows: ['features/crm/StepDialog.tsx'],
      open: steps(
        list,
        click(own),
        click('.drawer .df button:has-text("完成")'),
        ready('[role=dialog] .caseform textarea'),
      ),
    },
    {
      name: 'a word to the patient of a case',
      own: '[role=dialog]',
      shows: ['features/crm/MessageDialog.tsx'],
      open: steps(list, click(own), click('.casereach .btn:has(.anticon-message)'), ready('[role=dialog] textarea')),
    },
    {
      name: 'many cases at once',
      own: '[role=dialog]',
      shows: ['features/crm/ManyDialog.tsx'],
      widths: [1440],
      open: steps(
        list,
        click('tr[data-row]:nth-child(1) input[type=checkbox]'),
        click('button:has-text("處理 1 件")'),
        ready('[role=dialog] .caseform'),
      ),
    },
  ]
}
