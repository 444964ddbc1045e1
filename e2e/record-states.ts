import { expect } from '@playwright/test'
import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, type Day, going, menuOf, press, type Row, ready, refusing, steps } from './states.ts'

/** The record: open, closed to us, to read, signed, and what opens over it. */

export function recordStates(server: TestServer, day: Day): State[] {
  const at = going(server)
  const record = ({ pid, qid }: Row) => at(`/emr2/${pid}/${qid}`, '.emr .phbar')
  return [
    { name: 'record', shows: ['emr2'], open: record(day.open) },
    {
      name: 'record, history',
      own: '.col-hist',
      shows: [],
      open: at(`/emr2/${day.open.pid}/${day.open.qid}?panel=history`, '.emr .phbar'),
    },
    {
      name: 'record, orders',
      own: '.col-orders',
      shows: [],
      open: at(`/emr2/${day.open.pid}/${day.open.qid}?panel=orders`, '.emr .phbar'),
    },
    { name: 'record closed to us', own: '#content', shows: ['emr2'], open: record(day.shut) },
    {
      name: 'emergency access',
      own: '.ant-modal',
      shows: ['features/emr/Dialogs.tsx'],
      open: steps(
        at(`/emr2/${day.shut.pid}/${day.shut.qid}?panel=history`, '.emr .phbar'),
        click('.closed button'),
        ready('.signbox'),
      ),
    },
    { name: 'record to read', own: '#content', shows: ['emr2'], open: at(`/emr2/${day.signed.pid}/0`, '.emr .phbar') },
    { name: 'record signed', own: '#content', shows: ['emr2'], open: record(day.signed) },
    {
      name: 'versions',
      own: '.ant-drawer',
      shows: ['features/emr/Versions.tsx', 'features/emr/PagedDrawer.tsx'],
      open: steps(
        record(day.signed),
        click(menuOf('.soap')),
        click('[role=menu] [role=menuitem]'),
        ready('.versions, .ant-drawer .state'),
      ),
    },
    {
      name: 'earlier records',
      own: '.ant-drawer',
      shows: ['features/emr/Records.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=history`, '.recs .link'),
        click('.recs .link'),
        ready('.recsearch'),
      ),
    },
    {
      name: 'earlier record beside',
      own: '.beside',
      shows: [],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=history`, '.recs .vis button'),
        click('.recs .vis button'),
        ready('.beside'),
      ),
    },
    {
      name: 'signing what is incomplete',
      own: '.ant-modal',
      shows: ['features/emr/SignDialog.tsx'],
      open: steps(record(day.open), press('Control+Enter'), ready('.signbox')),
    },
    {
      name: 'amendment',
      own: '.ant-modal',
      shows: [],
      open: steps(record(day.signed), click('.nf.locked button'), press('Control+Enter'), ready('.signbox')),
    },
    {
      name: 'record that cannot be had',
      own: '#content',
      shows: [],
      ...refusing('**/his/api/getEmrData*', at(`/emr2/${day.open.pid}/${day.open.qid}`, '#content .state.bad')),
    },
    {
      name: 'a notice and a question',
      own: '.ant-modal',
      shows: ['ui/NotifyHost.tsx'],
      open: steps(
        record(day.signed),
        // The amendment that was begun for another state is still there, as any draft is.
        async (page) => {
          await expect(page.locator('.nf button').first()).toBeVisible()
          const begin = page.locator('.nf.locked button').first()
          if (await begin.isVisible()) await begin.click()
        },
        click('.soap textarea'),
        (page) => page.keyboard.type('x'),
        click('.nf button'),
        ready('.ant-modal-confirm'),
      ),
    },
  ]
}
