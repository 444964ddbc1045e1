import { monthAfter } from '@teleward/contract/core/dates.ts'
import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'
import { today } from './zone.ts'

const row = '#content tbody tr[data-row]'
const back = (months: number) => monthAfter(today().slice(0, 7), -months)

/** The settlement as an administrator: the demo has a month to confirm, and one before it that is confirmed and paid. */
export function settlementStates(server: TestServer): State[] {
  const at = going(server)
  return [
    {
      name: 'a statement to confirm',
      own: '.drawer',
      shows: ['features/settlement/Detail.tsx'],
      open: steps(at('/admin/settlement', row), click(row), ready('.drawer .settlelines')),
    },
    {
      name: 'a correction',
      own: '.ant-modal',
      shows: ['features/settlement/CorrectDialog.tsx'],
      open: steps(
        at('/admin/settlement', row),
        click(row),
        click('.drawer .df button:has(.anticon-file-excel) + button'),
        ready('.ant-modal button:visible'),
      ),
    },
    {
      name: 'a payout',
      own: '.ant-modal',
      shows: ['features/settlement/PayDialog.tsx'],
      open: steps(
        at(`/admin/settlement?month=${back(2)}&state=confirmed`, row),
        click(row),
        click('.drawer .df button.pri'),
        ready('.ant-modal .settlepay'),
      ),
    },
    {
      name: 'the rates',
      own: '.ant-drawer',
      shows: ['features/settlement/RatesDrawer.tsx'],
      open: steps(
        at('/admin/settlement', row),
        click('.pagehead .act button:has(.anticon-percentage)'),
        ready('.ant-drawer .settlelines'),
      ),
    },
  ]
}

/** And one's own. */
export function statementStates(server: TestServer): State[] {
  const at = going(server)
  return [
    {
      name: 'a question about a line',
      own: '.ant-modal',
      shows: ['features/settlement/AskDialog.tsx'],
      open: steps(
        at(`/setting/statement?month=${back(1)}`, row),
        click(row),
        click('.drawer .settlelines button'),
        ready('.ant-modal textarea:visible'),
      ),
    },
  ]
}
