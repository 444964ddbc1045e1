import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** The worklist as the pharmacist has it. */
export function pharmacyStates(server: TestServer): State[] {
  const at = going(server)
  const list = at('/prescriptions', '#content tr[data-row], #content .ac')
  return [
    { name: 'worklist of the pharmacy', own: '#content', shows: [], open: list },
    {
      name: 'handing out',
      own: '.ant-drawer',
      shows: ['features/pharmacy/DispenseForm.tsx'],
      open: steps(
        list,
        click('tr[data-row]:has-text("藥局已收件"), .ac:has-text("藥局已收件") .cardbody'),
        click('.drawer .df .btn.pri'),
        ready('.rxfill'),
      ),
    },
  ]
}
