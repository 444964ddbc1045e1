import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Child care as a doctor has it: ten children of the own unit, some of them late. */
export function childStates(server: TestServer): State[] {
  const at = going(server)
  const list = at('/childcaremgmt?tab=all', '#content tr[data-row]')
  const first = (part: string, there: string) =>
    steps(
      at(`/childcaremgmt?tab=all&part=${part}`, '#content tr[data-row]'),
      click('#content tr[data-row]'),
      ready(there),
    )
  const doses = first('vaccination', '.drawer .ccdoses')
  const form = '[role=dialog] form'
  return [
    { name: 'child care', own: '#content', shows: ['childcaremgmt'], open: list },
    { name: 'a child', own: '.drawer', shows: ['features/childcare/Detail.tsx'], open: doses },
    {
      name: 'growth of a child',
      own: '.drawer',
      shows: ['features/childcare/GrowthPart.tsx'],
      open: first('growth', '.drawer .ccgrowth svg'),
    },
    {
      name: 'a vaccination to record',
      own: '[role=dialog]',
      shows: ['features/childcare/RecordForm.tsx'],
      open: steps(doses, click('.drawer .df .btn.pri'), ready(form)),
    },
    {
      name: 'a comparison with the stool card',
      own: '[role=dialog]',
      shows: [],
      open: steps(
        first('biliary', '.drawer .ccrecords'),
        click('.drawer .df .btn.pri'),
        ready('[role=dialog] .ccswatches'),
      ),
    },
    {
      name: 'a record to take back',
      own: '[role=dialog]',
      shows: ['features/childcare/WithdrawDialog.tsx'],
      open: steps(doses, click('.drawer .ccrecords .btn.bad'), ready('[role=dialog] input')),
    },
    {
      name: 'what a schedule goes by',
      own: '[role=dialog]',
      shows: ['features/childcare/FactsForm.tsx'],
      open: steps(doses, click('.drawer .ccfacts .btn'), ready(form)),
    },
    {
      name: 'a vaccination card',
      own: '[role=dialog]',
      shows: ['features/childcare/PrintCard.tsx'],
      open: steps(doses, click('.drawer .df .btn:last-child'), ready('[role=dialog] .receiptsheet table')),
    },
  ]
}
