import { expect } from '@playwright/test'
import type { State } from './everyone.ts'
import { opinionStates } from './opinion-states.ts'
import type { TestServer } from './server.ts'
import { click, type Day, going, menuOf, press, type Row, ready, refusing, steps } from './states.ts'

/** The record: open, closed to us, to read, signed, and what opens over it. */

export function recordStates(server: TestServer, day: Day): State[] {
  const at = going(server)
  const record = ({ pid, qid }: Row) => at(`/emr2/${pid}/${qid}`, '.emr .phbar')
  return [
    ...opinionStates(server, day),
    { name: 'record', shows: ['emr2'], open: record(day.open) },
    {
      name: 'the note alone',
      own: '#content',
      shows: ['doctornote'],
      open: at(`/doctornote/${day.signed.qid}`, '.notesheet .sheet-note'),
    },
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
    {
      name: 'history form',
      own: '.ant-drawer',
      shows: ['patterns/history/HistoryDrawer.tsx', 'features/emr/History.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=history`, '.emr .phbar'),
        click(
          '[aria-label="編輯病史與過敏"], [aria-label="编辑病史与过敏"], [aria-label="Edit history and allergies"]',
        ),
        ready('.hform'),
      ),
    },
    {
      name: 'trends of the record',
      own: '.ant-drawer',
      shows: ['features/emr/Trends.tsx'],
      open: at(`/emr2/${day.open.pid}/${day.open.qid}?days=30`, '.trendtools'),
    },
    {
      name: 'authorisation asked for',
      own: '.ant-drawer',
      shows: ['patterns/consents/AuthorisationDrawer.tsx', 'features/emr/EmrScreen.tsx'],
      open: steps(
        at(`/emr2/${day.shut.pid}/${day.shut.qid}?panel=history`, '.emr .phbar'),
        click('.closed .btn.pri'),
        ready('.authz-ask'),
      ),
    },
    {
      name: 'prescription sets',
      own: '.ant-drawer',
      shows: ['features/emr/SetsDrawer.tsx', 'features/emr/SetChips.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=orders`, '.emr .phbar'),
        click('.rxsets > .link'),
        ready('.setlist'),
      ),
    },
    {
      name: 'prescription set being changed',
      own: '.ant-drawer .formcol',
      shows: ['features/emr/SetForm.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=orders`, '.emr .phbar'),
        click('.rxsets > .link'),
        click('.setlist .icbtn'),
        ready('.ant-drawer .formcol'),
      ),
    },
    {
      name: 'products to recommend',
      own: '.ant-drawer',
      shows: ['features/emr/Products.tsx', 'features/emr/ProductsDrawer.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=orders`, '.emr .phbar'),
        click('.prods .hd .btn:last-child'),
        ready('.prodlist'),
      ),
    },
    {
      name: 'product being changed',
      own: '.ant-drawer .formcol',
      shows: ['features/emr/ProductForm.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=orders`, '.emr .phbar'),
        click('.prods .hd .btn:last-child'),
        click('.prodlist .icbtn'),
        ready('.ant-drawer .formcol'),
      ),
    },
    {
      name: 'text and code of a prescription',
      own: '.ant-modal',
      shows: ['features/emr/RxPaper.tsx', 'features/emr/RxFoot.tsx'],
      open: steps(
        at(`/emr2/${day.signed.pid}/${day.signed.qid}?panel=orders`, '.emr .phbar'),
        click('.rxfoot .btn:has(.anticon-qrcode)'),
        ready('.rxpaper'),
      ),
    },
    {
      name: 'choosing a pharmacy',
      own: '.ant-drawer',
      shows: ['features/emr/PharmacyDrawer.tsx'],
      open: steps(
        at(`/emr2/${day.signed.pid}/${day.signed.qid}?panel=orders`, '.emr .phbar'),
        click('.rxfoot .btn.pri'),
        ready('.ant-drawer .pharm'),
      ),
    },
    {
      name: 'prescriptions at pharmacies',
      own: '#content',
      shows: ['prescriptions'],
      open: at('/prescriptions', '#content tr[data-row], #content .ac'),
    },
    {
      name: 'a prescription, and its reason',
      own: '.ant-modal',
      shows: ['features/pharmacy/RxDetail.tsx', 'patterns/prescriptions/RxStepDialog.tsx'],
      open: steps(
        at('/prescriptions', '#content tr[data-row], #content .ac'),
        click('tr[data-row]:has-text("已送出"), .ac:has-text("已送出") .cardbody'),
        click('.drawer .df .btn.bad'),
        ready('.ant-modal textarea'),
      ),
    },
    { name: 'record closed to us', own: '#content', shows: ['emr2'], open: record(day.shut) },
    {
      name: 'emergency access',
      own: '.ant-modal',
      shows: ['features/emr/Dialogs.tsx', 'patterns/ReasonDialog.tsx'],
      open: steps(
        at(`/emr2/${day.shut.pid}/${day.shut.qid}?panel=history`, '.emr .phbar'),
        click('.closed .btn.bad'),
        ready('[role=dialog] textarea'),
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
      name: 'copying from the last visit',
      own: '.ant-modal',
      shows: ['features/emr/CopyDialog.tsx'],
      open: steps(record(day.open), ready('button[title$="(Alt+Y)"]'), press('Alt+Y'), ready('.copyparts label')),
    },
    {
      name: 'templates of notes',
      own: '.listpop',
      everyWidth: true,
      shows: [],
      open: steps(
        record(day.open),
        ready('.soap textarea:not([readonly], [disabled])'),
        press('Alt+B'),
        ready('.listpop'),
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
      shows: ['ui/Questions.tsx'],
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
