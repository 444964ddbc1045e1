import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Diet management as a doctor has it: of those who have opened their record some wait, one has had advice. */
export function dietStates(server: TestServer): State[] {
  const at = going(server)
  const list = at('/dietMgmt?waiting=0', '#content tr[data-row]')
  const first = steps(list, click('#content tr[data-row]:has-text("高血壓")'), ready('.drawer .dietnote textarea'))
  const report = steps(first, click('.drawer .df .btn.pri'), ready('.dietreport .dietday'))
  const advised = steps(
    list,
    click('#content tr[data-row]:has-text("糖尿病")'),
    click('.drawer .df .btn.pri'),
    ready('.dietreport .dietday'),
    click('.dietreport [role=tab]:nth-child(3)'),
    ready('.dietadvices li'),
  )
  return [
    { name: 'diet management', own: '#content', shows: ['dietMgmt'], open: list },
    { name: 'a member in diet management', own: '.drawer', shows: ['features/diet/Detail.tsx'], open: first },
    {
      name: 'a member comes into diet management',
      own: '[role=dialog]',
      shows: ['features/diet/BeginForm.tsx'],
      open: steps(at('/dietMgmt?add=1', '#content h1'), ready('[role=dialog] .ant-select')),
    },
    {
      name: 'the end of diet management',
      own: '[role=dialog]',
      shows: ['features/diet/EndDialog.tsx'],
      open: steps(first, click('.drawer .df .btn.bad'), ready('[role=dialog] input')),
    },
    {
      name: 'advice for several',
      own: '[role=dialog]',
      shows: ['features/diet/ManyDialog.tsx'],
      widths: [1440],
      open: steps(
        list,
        click('tr[data-row]:nth-child(1) input[type=checkbox]'),
        click('button:has-text("建議（1）")'),
        ready('[role=dialog] .dietform textarea'),
      ),
    },
    { name: 'a diet report', own: '#content', shows: ['dietReport'], open: report },
    {
      name: 'the charts of a diet report',
      own: '#content',
      shows: [],
      open: steps(report, click('.dietreport [role=tab]:nth-child(2)'), ready('.dietplot svg')),
    },
    {
      name: 'a meal to correct',
      own: '[role=dialog]',
      shows: ['features/diet/MealForm.tsx'],
      open: steps(report, click('.dietmeals .btn'), ready('[role=dialog] .dietrows li')),
    },
    {
      name: 'targets',
      own: '[role=dialog]',
      shows: ['features/diet/StandardForm.tsx'],
      open: steps(report, click('.dietpad .btn'), ready('[role=dialog] .diettargets')),
    },
    {
      name: 'advice to change',
      own: '[role=dialog]',
      shows: ['features/diet/Advices.tsx'],
      open: steps(advised, click('.dietadvices .btn'), ready('[role=dialog] .dietform textarea')),
    },
  ]
}
