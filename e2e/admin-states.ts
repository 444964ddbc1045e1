import { SCREENS, type ScreenId } from '../portal/src/shell/screens.ts'
import type { State } from './everyone.ts'
import { paymentStates } from './payment-states.ts'
import type { TestServer } from './server.ts'
import { settlementStates } from './settlement-states.ts'
import { click, going, plainState, ready, steps } from './states.ts'

/** What only an administrator opens. */
export const isAdminScreen = (id: ScreenId): boolean => id.startsWith('admin')

export function adminStates(server: TestServer, brought: readonly ScreenId[]): State[] {
  const at = going(server)
  const screens = SCREENS.filter(({ id }) => isAdminScreen(id) && brought.includes(id))
  return [
    ...screens.map(({ id, path }) => plainState(server, id, path)),
    ...paymentStates(server),
    ...settlementStates(server),
    {
      name: 'an invitation',
      own: '.ant-drawer',
      shows: ['features/admin/InviteDrawer.tsx'],
      open: steps(
        at('/admin/staff', '#content tbody tr'),
        click('button:has-text("邀請人員")'),
        ready('.ant-drawer button:visible'),
      ),
    },
    {
      name: 'a new unit',
      own: '.ant-drawer, .ant-modal',
      shows: ['features/admin/UnitForm.tsx'],
      open: steps(
        at('/admin/partners', '.unittree button'),
        click('.unittree button:has-text("內湖分站")'),
        click('button:has-text("新增下層單位")'),
        ready('[role=dialog] button:visible'),
      ),
    },
    {
      name: 'staff from a file',
      own: '[role=dialog]',
      shows: [],
      open: steps(
        at('/admin/staff', '#content tbody tr'),
        click('button:has-text("匯入人員")'),
        ready('[role=dialog] .mimp'),
      ),
    },
    {
      name: 'an account to close',
      own: '.ant-modal',
      shows: ['features/admin/CloseDialog.tsx'],
      open: steps(
        at('/admin/staff', '#content tbody tr'),
        click('#content tbody tr:has-text("王志遠")'),
        click('.drawer button:has-text("關閉帳號")'),
        ready('.ant-modal button:visible'),
      ),
    },
    {
      name: 'a new version of the privacy statement',
      own: '[role=dialog]',
      shows: ['features/institution/StatementForm.tsx'],
      open: steps(
        at('/setting/privacy', '.statement'),
        click('.pagehead .act .btn'),
        ready('[role=dialog] .statementsections textarea'),
      ),
    },
    ...groupStates(server),
  ]
}

/** Monitoring groups: a new one, one in full with its limits, and a member who is switched off. */
function groupStates(server: TestServer): State[] {
  const at = going(server)
  const row = '#content tbody tr[data-row]'
  return [
    {
      name: 'a new monitoring group',
      own: '[role=dialog]',
      shows: ['features/groups/GroupForm.tsx'],
      open: steps(
        at('/admin/groups', row),
        click('.pagehead button:has-text("新增群組")'),
        ready('[role=dialog] button:visible'),
      ),
    },
    {
      name: 'a monitoring group in full',
      own: '.drawer',
      shows: ['features/groups/GroupDetail.tsx'],
      open: steps(at('/admin/groups', row), click(row), ready('.drawer .grouppeople .sev')),
    },
    {
      name: 'the limits of a group',
      own: '[role=dialog]',
      shows: ['features/groups/RulesForm.tsx'],
      open: steps(
        at('/admin/groups', row),
        click(row),
        click('.drawer button:has-text("編輯界限")'),
        ready('[role=dialog] .grouprules li'),
      ),
    },
    {
      name: 'the last carer of a group whose alerts run',
      own: '.ant-modal',
      shows: ['features/groups/LastCarer.tsx'],
      open: steps(
        at('/admin/groups', row),
        click(`${row}:has(.anticon-alert)`),
        async (page) => {
          const chosen = page.locator('.drawer .ant-select-selection-item')
          await page.locator('.drawer .ant-select input').first().click()
          while (await chosen.count()) await page.keyboard.press('Backspace')
          await page.keyboard.press('Escape')
        },
        click('.drawer button:has-text("儲存")'),
        ready('.ant-modal .ant-select'),
      ),
    },
    {
      name: 'a member to switch off',
      own: '.ant-modal',
      shows: ['features/groups/OffDialog.tsx'],
      open: steps(
        at('/admin/groups?tab=off', '.pagehead button'),
        click('.pagehead button:has-text("停用會員監測")'),
        ready('.ant-modal textarea'),
      ),
    },
  ]
}

/** What only the platform's operator opens. */
export function operatorStates(server: TestServer): State[] {
  const at = going(server)
  return [
    {
      name: 'a new institution',
      own: '[role=dialog]',
      shows: ['features/admin/FoundDrawer.tsx'],
      open: steps(
        at('/admin/partners', '.pagehead button'),
        click('.pagehead button:has-text("新增機構")'),
        ready('[role=dialog] button:visible'),
      ),
    },
    // The last: from here on the operator can do nothing else.
    {
      name: 'a second step to set up',
      own: '.stepcard',
      shows: ['features/profile/SecondFactorRoot.tsx'],
      open: async (page) => {
        await page.evaluate(async () => {
          const headers = {
            authorization: `Bearer ${localStorage.getItem('jwt')}`,
            'content-type': 'application/json',
          }
          const answer = await fetch('/his/api/partners?pageSize=100', { headers })
          // Demanded already: the list is refused.
          if (!answer.ok) return
          const { data } = (await answer.json()) as { data: { id: number; version: number }[] }
          const version = data.find(({ id }) => id === 0)?.version
          const body = JSON.stringify({ version, settings: { secondStep: 'admins' }, confirmed: true })
          await fetch('/his/api/partners/0', { method: 'PUT', headers, body })
        })
        await at('/', '.stepcard button:visible')(page)
      },
    },
  ]
}
