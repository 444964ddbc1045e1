import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, type Day, going, ready, steps } from './states.ts'

/** The layers over the members' screens: as a doctor of the story opens them, and as an administrator does. */
export function memberStates(server: TestServer, { open }: Day): State[] {
  const at = going(server)
  return [
    {
      name: 'a member in full',
      own: '.drawer',
      shows: ['features/members/Detail.tsx', 'features/members/History.tsx'],
      open: at(`/members?open=${open.pid}`, '.drawer .mbodyfig'),
    },
    {
      name: 'a new member',
      own: '[role=dialog]',
      shows: ['features/members/MemberForm.tsx'],
      open: steps(
        at('/members', '#content article, #content table'),
        async (page) => page.keyboard.press('a'),
        ready('[role=dialog] button:visible'),
      ),
    },
    {
      name: 'members in one piece',
      own: '#content',
      shows: [],
      widths: [1440],
      open: at('/members?view=table&pageSize=0', '#content tr[data-row]'),
    },
  ]
}

export function registerStates(server: TestServer): State[] {
  const at = going(server)
  const register = at('/membersmgmt', '#content tr[data-row]')
  return [
    {
      name: 'an import',
      own: '[role=dialog]',
      shows: ['patterns/SheetImport.tsx'],
      open: steps(register, click('button:has-text("匯入 Excel")'), ready('[role=dialog] .mimp')),
    },
    {
      name: 'a merge',
      own: '[role=dialog]',
      shows: ['features/members/MergeDialog.tsx'],
      open: steps(
        register,
        click('tr[data-row]:nth-child(1) input[type=checkbox]'),
        click('tr[data-row]:nth-child(2) input[type=checkbox]'),
        click('button:has-text("合併 2/2")'),
        ready('[role=dialog] .mmerge'),
      ),
    },
  ]
}
