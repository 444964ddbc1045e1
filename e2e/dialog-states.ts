import { addDays, weekday } from '@teleward/contract/core/dates.ts'
import { expect, type Page } from '@playwright/test'
import type { State } from './everyone.ts'
import type { DemoLink, TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'
import { timezoneId } from './zone.ts'

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Drawers and dialogs that are opened by what stands in a row, a week or the address. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
const DAYS = ['週一', '週二', '週三', '週四', '週五', '週六', '週日']
/** Leaves a form behind as a person would, so that the next state is not asked about it. */
const home = (server: TestServer) => async (page: Page) => {
  page.once('dialog', (one) => void one.accept())
  await page.goto(server.url)
}

/** A call as the page's own person. */
async function ask<T>(page: Page, path: string, body: object): Promise<T> {
  const said = await page.evaluate(
    async ([url, text]) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
        body: text,
      })
      return (await answer.json()) as { status: string; data: unknown }
    },
    [path, JSON.stringify(body)] as const,
  )
  if (said.status !== 'OK') throw new Error(`${path}: ${said.status}`)
  return said.data as T
}

/** As the doctor of the story. */
export function workStates(server: TestServer, link: DemoLink): State[] {
  const at = going(server)
  const day = addDays(today(), 3)
  const week = at(`/setting/shift?date=${day}`, '#content table')
  const afternoon = async (page: Page) => {
    await page
      .getByRole('button', { name: new RegExp(`${DAYS[weekday(day) - 1]} 下午`) })
      .first()
      .click()
    await expect(page.locator('[role=dialog] button:visible').first()).toBeVisible()
  }
  return [
    {
      name: 'an entry to move',
      own: '[role=dialog]',
      shows: ['features/booking/MoveDrawer.tsx'],
      open: at(`/apptmgmt?book=${link.qid}`, '[role=dialog] .bk'),
    },
    {
      name: 'a payment',
      own: '[role=dialog]',
      shows: ['features/booking/PaymentDialog.tsx'],
      open: async (page) => {
        const list = { tab: 'future', pay: ['due'], pageSize: 1 }
        const [due] = await ask<{ qid: number }[]>(page, '/his/api/getQueues', list)
        await at(`/apptmgmt?pay=${due?.qid ?? link.qid}`, '[role=dialog] .bkpay')(page)
      },
    },
    {
      name: 'a grant in full',
      own: '.drawer',
      shows: ['features/grants/GrantDrawer.tsx'],
      open: async (page) => {
        const people = await ask<{ mid: number; doctortype: string }[]>(page, '/his/api/employees', {})
        const granteeMid = people.find(({ doctortype }) => doctortype === 'nurse')?.mid
        const endsAt = new Date(Date.now() + 9 * 86_400_000).toISOString()
        const { id } = await ask<{ id: number }>(page, '/his/api/authorizations', {
          granteeMid,
          kind: 'contact.others',
          endsAt,
        })
        await at(`/authorization?open=${id}`, '.drawer .granthist')(page)
      },
    },
    {
      name: 'a to-do in full',
      own: '.drawer',
      shows: ['features/handoffs/HandoffDrawer.tsx'],
      open: async (page) => {
        const people = await ask<{ mid: number; doctortype: string }[]>(page, '/his/api/employees', {})
        const recipientMid = people.find(({ doctortype }) => doctortype === 'nurse')?.mid
        const { id } = await ask<{ id: string }>(page, '/his/api/todolist', {
          content: '打電話追蹤血壓',
          recipientMid,
          dueOn: day,
        })
        await ask(page, `/his/api/todos/${id}/comments`, { text: '下午再打一次' })
        await at(`/todolist?open=${id}`, '.drawer .todohist .said')(page)
      },
    },
    {
      name: 'a new to-do',
      own: '[role=dialog]',
      shows: ['features/handoffs/HandoffForm.tsx'],
      open: async (page) => {
        const [one] = await ask<{ pid: number }[]>(page, '/partner/getMemberList', { pageSize: 1 })
        await at(`/todolist?todo=new&todoFor=${one?.pid}`, '[role=dialog] .handpatient')(page)
      },
    },
    {
      name: 'to-dos left to the next shift',
      own: '[role=dialog]',
      shows: ['features/handoffs/PassOn.tsx'],
      open: steps(
        at('/todolist', '#content tbody tr[data-row], #content article'),
        click('.pagehead button:has(.anticon-swap)'),
        ready('[role=dialog] .passlist'),
      ),
    },
    {
      name: 'a conversation',
      shows: [],
      open: steps(at('/message/chat', '.chatcontact'), click('.chatcontact'), ready('.chatrow, .chatgone')),
    },
    {
      name: 'a conversation that is searched',
      own: '.chatpane',
      shows: [],
      open: steps(
        at('/message/chat?tab=1', '.chatcontact'),
        click('.chatcontact'),
        ready('.chatrow, .chatgone'),
        click('.chatacts2 button[aria-expanded]'),
        ready('.chatfind input'),
      ),
    },
    {
      name: 'a picture of a conversation',
      own: '[role=dialog]',
      shows: ['patterns/attachments/AttachmentView.tsx'],
      open: steps(
        at('/message/chat?tab=1', '.chatcontact'),
        click('.chatcontact'),
        ready('.chatfield'),
        (page) =>
          page
            .locator('.chatcompose input[type=file]')
            .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE }),
        ready('[data-seq] .atpicture'),
        click('[data-seq] .atpicture'),
        ready('[role=dialog] .atwhole'),
      ),
    },
    {
      name: 'a patient to write to',
      own: '[role=dialog]',
      shows: ['features/chat/AddPatient.tsx'],
      open: steps(at('/message/chat', '.chatcontact'), click('.chatsearch > button'), ready('.chatpick .chatcontact')),
    },
    {
      name: 'a group',
      own: '[role=dialog]',
      shows: ['features/chat/GroupForm.tsx'],
      open: steps(
        at('/message/chat?tab=2', '.chatcontact'),
        click('.chatcontact'),
        ready('.chatrow, .chatgone'),
        click('.chatwhom button'),
        ready('[role=dialog] .ant-select'),
      ),
    },
    { name: 'who is bound', own: '#content', shows: [], open: at('/authorization?tab=bound', '.boundlists li') },
    {
      name: 'hours of one day',
      own: '[role=dialog]',
      shows: ['features/shifts/DayForm.tsx'],
      open: steps(week, afternoon),
      after: home(server),
    },
    {
      name: 'whom a change of hours touches',
      own: '.affected',
      shows: ['features/shifts/AffectedDialog.tsx'],
      open: steps(week, afternoon, click('button:has-text("這一節休診")'), ready('.affected [role=combobox]')),
      after: home(server),
    },
    {
      name: 'a leave',
      own: '[role=dialog]',
      shows: ['features/shifts/LeaveForm.tsx'],
      open: steps(
        week,
        click('.pagehead .act button.primary, .pagehead button:has(.anticon-plus)'),
        ready('[role=dialog] button:visible'),
      ),
      after: home(server),
    },
    {
      name: 'hours of a weekday',
      own: '[role=dialog]',
      shows: ['features/shifts/PatternForm.tsx'],
      open: steps(
        at('/setting/shift?tab=pattern', '#content table'),
        click('#content td.cell button:visible'),
        ready('[role=dialog] button:visible'),
      ),
      after: home(server),
    },
  ]
}

/** As an administrator. */
export function officeStates(server: TestServer): State[] {
  const at = going(server)
  const row = '#content tbody tr[data-row]'
  return [
    {
      name: 'a person of the staff',
      own: '.drawer',
      shows: ['features/admin/StaffDetail.tsx'],
      open: steps(at('/admin/staff?type=doctor', row), click(row), ready('.drawer .adminline')),
    },
    {
      name: 'a row of the audit log',
      own: '.drawer',
      shows: ['features/admin/AuditDetail.tsx'],
      open: steps(at('/admin/audit', row), click(row), ready('.drawer .desc')),
    },
    {
      name: 'who loses a right',
      own: '.ant-modal',
      shows: ['features/admin/PrivilegesPage.tsx'],
      open: steps(
        at('/admin/privileges?type=doctor', '.rights li'),
        click('.rights [role=switch]:enabled'),
        click('button:has-text("檢查變更")'),
        ready('.ant-modal .affected'),
      ),
    },
    {
      name: 'a screen to hide',
      own: '.ant-modal',
      shows: ['features/adminui/Dialogs.tsx'],
      open: steps(
        at('/admin/uiconfig', 'li[data-screen=authorization]'),
        click('li[data-screen=authorization] [role=switch]'),
        ready('.ant-modal button:visible'),
      ),
    },
    {
      name: 'a message sent',
      own: '.drawer',
      shows: ['features/outbox/OutboxPage.tsx'],
      open: async (page) => {
        await ask(page, '/his/api/changepwstatus', { account: 'dr.wang' })
        await steps(at('/admin/outbox', row), click(row), ready('.drawer .outlines'))(page)
      },
    },
    {
      name: 'a person to review',
      own: '.drawer',
      shows: ['features/review/ReviewDrawer.tsx'],
      open: steps(at('/admin/review?state=onBoard', row), click(row), ready('.drawer button:visible')),
    },
    {
      name: 'a reason of a review',
      own: '.ant-modal',
      shows: ['features/review/useDecide.tsx'],
      open: steps(
        at('/admin/review?state=onBoard', row),
        click(row),
        click('.drawer button:has-text("終止會籍")'),
        ready('.ant-modal textarea'),
      ),
    },
  ]
}
