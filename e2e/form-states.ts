import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Questionnaires as the demo has them: PHQ-9, the last of the standard instruments, with answers. */
export function formStates(server: TestServer): State[] {
  const at = going(server)
  const desk = (tab: string, there: string) => at(`/questionsmgmt?id=4&tab=${tab}`, there)
  const results = desk('results', '.qs tr[data-row]')
  const form = steps(results, click('.qs tr[data-row]:first-child'), ready('.qs-form .fm-q'))
  return [
    {
      name: 'questionnaires',
      own: '#content',
      shows: ['questionsmgmt'],
      open: at('/questionsmgmt', '#content tr[data-row]'),
    },
    { name: 'answers of a questionnaire', own: '#content', shows: ['features/forms/Desk.tsx'], open: results },
    { name: 'statistics of a questionnaire', own: '#content', shows: [], open: desk('summary', '.qs-spread svg') },
    { name: 'a questionnaire tried out', own: '#content', shows: [], open: desk('try', '.qs-phone .fm-q') },
    {
      name: 'a questionnaire to send',
      own: '[role=dialog]',
      shows: ['features/forms/SendForm.tsx'],
      open: steps(results, click('.pagehead .btn.pri'), ready('[role=dialog] .ant-select')),
    },
    {
      name: 'a questionnaire that is built',
      own: '#content',
      shows: [],
      open: steps(
        results,
        click('.pagehead .act .btn:has-text("複製")'),
        ready('.qs-build .qs-item'),
        click('.ant-notification-notice-close'),
      ),
    },
    { name: 'a form with an answer of danger', own: '#content', shows: ['form'], open: form },
    {
      name: 'a danger that was looked after',
      own: '[role=dialog]',
      shows: ['features/forms/FormPage.tsx'],
      open: steps(form, click('.fm-note .btn.bad'), ready('[role=dialog] textarea, [role=dialog] input')),
    },
  ]
}
