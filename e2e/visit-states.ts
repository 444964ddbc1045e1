import type { State } from './everyone.ts'
import type { DemoLink, TestServer } from './server.ts'
import { click, going, loading, menuOf, press, ready, refusing, steps } from './states.ts'

/** The visits of the day and of the past, and what is done to one, as the doctor of the story. */
export function visitStates(server: TestServer, link: DemoLink): State[] {
  const at = going(server)
  const list = at('/apptmgmt', '#content table, #content article')
  return [
    {
      name: 'a booking',
      own: '[role=dialog]',
      shows: ['features/booking/BookingDrawer.tsx'],
      open: steps(
        list,
        press('b'),
        ready('.ant-select-item-option'),
        click('.ant-select-item-option'),
        ready('[role=dialog] #bk-pid .help'),
      ),
    },
    {
      name: 'a new grant',
      own: '[role=dialog]',
      shows: ['features/grants/GrantForm.tsx'],
      open: steps(
        at('/authorization', '#content h1, #content .state, #content table'),
        press('a'),
        ready('[role=dialog] button:visible'),
      ),
    },
    {
      name: 'list that cannot be had',
      own: '#content',
      shows: [],
      ...refusing('**/his/api/getQueues', at('/apptmgmt', '#content .state.bad')),
    },
    { name: 'list without a row', own: '#content', shows: [], open: at('/apptmgmt?q=zzzz', '#content .state') },
    {
      name: 'detail',
      own: '.drawer',
      shows: ['patterns/DetailDrawer.tsx', 'features/appointments/Detail.tsx'],
      open: at(`/apptmgmt?open=${link.qid}`, '.drawer'),
    },
    {
      name: 'filters',
      own: '.filterform',
      shows: [],
      open: steps(list, click('button:has(.anticon-filter)'), ready('.filterform')),
    },
    {
      name: 'columns to choose',
      own: '.colchoice',
      shows: [],
      widths: [1440],
      open: steps(list, click('.listtools .btn'), ready('.colchoice')),
    },
    { name: 'board', own: '.board', shows: [], widths: [1440], open: at('/apptmgmt?view=board', '.bcard') },
    { name: 'calendar', own: '.calendar', shows: [], widths: [1440], open: at('/apptmgmt?view=calendar', '.calentry') },
    { name: 'other institutions', own: '#content', shows: [], open: at('/apptmgmt?tab=others', '#content .state') },
    {
      name: 'referrals',
      own: '#content',
      shows: [],
      open: at('/apptmgmt?tab=referrals', '#content tbody tr, #content article'),
    },
    {
      name: 'referrals that cannot be had',
      own: '#content',
      shows: [],
      ...refusing('**/his/api/referrals?*', at('/apptmgmt?tab=referrals', '#content .state.bad')),
    },
    {
      name: 'a letter, and its answer',
      own: '.ant-modal',
      shows: [
        'features/appointments/Referrals.tsx',
        ...(['patterns/referrals/ReferralList.tsx', 'patterns/referrals/ReferralAnswer.tsx'] as const),
        'patterns/referrals/Letter.tsx',
      ],
      open: steps(
        at('/apptmgmt?tab=referrals&side=received', '#content tbody tr, #content article'),
        click('#content tbody tr, #content article .cardbody'),
        ready('.drawer .df'),
        click('.drawer .df button.bad'),
        ready('.reasonbox'),
        click('.ant-modal .ant-btn-dangerous'),
      ),
    },
    {
      name: 'a message to the patient',
      own: '.ant-modal',
      shows: ['patterns/appointments/SendDialog.tsx'],
      open: steps(
        at(`/apptmgmt?open=${link.qid}`, '.drawer .df'),
        click('.drawer .df [data-act=message]'),
        ready('.reasonbox'),
        click('.ant-modal-footer .ant-btn-primary'),
      ),
    },
    {
      name: 'the links of a visit',
      own: '.drawer',
      shows: ['patterns/appointments/Links.tsx'],
      open: steps(at(`/apptmgmt?open=${link.qid}`, '.drawer .df'), ready('.drawer .visitlinks li')),
    },
    {
      name: 'a link to the patient',
      own: '.ant-modal',
      shows: [],
      open: steps(
        at(`/apptmgmt?open=${link.qid}`, '.drawer .df'),
        click('.drawer .df [data-act=link]'),
        ready('.reasonbox'),
      ),
    },
    {
      name: 'to refer',
      own: '.ant-drawer',
      shows: ['patterns/referrals/ReferDrawer.tsx'],
      open: steps(
        at(`/apptmgmt?open=${link.qid}`, '.drawer .df'),
        click('.drawer .df [data-act=refer]'),
        ready('.referform'),
        click('.ant-drawer [type=submit]'),
      ),
    },
    {
      name: 'letters, and one to an institution outside',
      own: '.ant-modal',
      shows: ['referral', 'patterns/referrals/OutsidePicker.tsx'],
      open: steps(
        at('/referral', '#content tbody tr, #content article'),
        click('#content .lhead .btn.pri, #content .btn.pri'),
        ready('.referform'),
        click('.referform .ant-segmented-item >> nth=1'),
        ready('#refer-outside'),
        click('.referform .btn.sm'),
        ready('.ant-modal .formcol'),
      ),
    },
    {
      name: 'the link of a letter that is none',
      own: '.refpage',
      shows: ['referralLink'],
      told: /404/,
      open: loading(server)('/pages/referral/nobody-has-ever-made-this-one', '.refpage [role=alert]'),
    },
    { name: 'history', own: '#content', shows: ['appthistory'], open: at('/appthistory', '.htotals dd') },
    {
      name: 'history without a row',
      own: '#content',
      shows: [],
      open: at('/appthistory?q=zzzz', '#content .state'),
    },
    {
      name: 'history that cannot be had',
      own: '#content',
      shows: [],
      ...refusing('**/his/api/searchQueueLog', at('/appthistory', '#content .state.bad')),
    },
    {
      name: 'a visit of the history',
      own: '.drawer',
      shows: ['features/history/HistoryDetail.tsx'],
      open: at(`/appthistory?open=${link.qid}`, '.drawer .desc'),
    },
    {
      name: 'the receipt of a paid visit',
      own: '.ant-modal',
      shows: ['features/history/ReceiptDialog.tsx'],
      // By a row: which visits are paid is not known beforehand.
      widths: [1440],
      open: steps(
        at('/appthistory?range=30&pay=paid', '#content tbody tr[data-row]'),
        click('#content tbody tr[data-row]'),
        click('.drawer .df button:has(.anticon-printer)'),
        ready('.receiptsheet dd'),
      ),
    },
    {
      name: 'further steps',
      own: '[role=menu]',
      shows: [],
      // A card's further steps are in its detail.
      widths: [1440],
      open: steps(list, click(menuOf('#content td')), ready('[role=menu]')),
    },
    {
      name: 'reason to cancel',
      own: '.ant-modal',
      shows: ['features/appointments/ReasonDialog.tsx'],
      open: steps(
        at(`/apptmgmt?open=${link.qid}`, '.drawer'),
        click('.drawer .df button.bad'),
        ready('.reasonbox'),
        click('.ant-modal .ant-btn-dangerous'),
      ),
    },
  ]
}
