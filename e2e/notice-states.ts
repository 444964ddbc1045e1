import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** What came for a doctor, and the notices of the unit: one that waits, one that did not reach everybody. */
export function noticeStates(server: TestServer): State[] {
  const at = going(server)
  const bell = at('/message/notify', '#content tr[data-row]')
  const list = at('/message/schedule', '#content tr[data-row]')
  return [
    { name: 'notifications', own: '#content', shows: ['notify'], open: bell },
    {
      name: 'alert settings',
      own: '.ant-drawer',
      shows: ['features/notices/AlertSettings.tsx'],
      open: steps(bell, click('.pagehead .btn:has-text("提醒方式")'), ready('.ant-drawer .kindtable')),
    },
    { name: 'scheduled notices', own: '#content', shows: ['schedule'], open: list },
    {
      name: 'a notice with its recipients',
      own: '.drawer',
      shows: ['features/notices/NoticeDrawer.tsx'],
      open: steps(list, click('#content tr[data-row]:has-text("流感疫苗")'), ready('.drawer .whoget')),
    },
    {
      name: 'a new notice',
      own: '[role=dialog]',
      shows: ['features/notices/NoticeForm.tsx'],
      open: steps(list, click('.pagehead .btn.pri'), ready('[role=dialog] textarea')),
    },
  ]
}
