import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

/** Free clinics, screenings, health checks: the list, a table of the one of today, and what opens over them. As a case manager, who makes events. */
export function eventStates(server: TestServer): State[] {
  const at = going(server)
  const list = at('/freeclinic', '#content tr[data-row]')
  const today = steps(list, click('#content tr[data-row]:has-text("碧湖國小義診")'), ready('.clinicrows li'))
  const station = (n: number) => click(`.clinic [role=tab]:nth-child(${n})`)
  const person = steps(today, station(2), click('.clinicrows li:last-child button'), ready('.clinicwho'))
  const paid = steps(
    at('/screening?tab=hpa', '#content tr[data-row]'),
    click('#content tr[data-row]:has-text("西湖里整合篩檢")'),
    ready('.funnel'),
  )
  const positive = steps(paid, click('.funnelopen'), ready('.screenrows button'))
  const checked = steps(
    at('/health-check-processing', '.checkdone li'),
    click('.checkdone li:first-child button'),
    ready('.checkrows'),
  )
  return [
    { name: 'screenings', own: '#content', shows: ['screening'], open: at('/screening', '#content tr[data-row]') },
    {
      name: 'the funnel of a screening',
      own: '#content',
      shows: ['features/freeclinic/ScreeningOverview.tsx'],
      open: positive,
    },
    {
      name: 'a person of a screening',
      own: '#content',
      shows: ['features/freeclinic/ScreeningPerson.tsx'],
      open: steps(positive, click('.screenrows button'), ready('.screencard')),
    },
    {
      name: 'a result of a screening is corrected',
      own: '[role=dialog]',
      shows: ['features/freeclinic/ResultDialog.tsx'],
      open: steps(
        positive,
        click('.screenrows button'),
        click('.screencard .btn:has-text("更正結果")'),
        ready('[role=dialog] input:not([type=radio])'),
      ),
    },
    {
      name: 'a follow-up is handed on',
      own: '[role=dialog]',
      shows: ['features/freeclinic/FollowUpDialog.tsx'],
      open: steps(
        positive,
        click('.screenrows button'),
        click('.screencard .btn:has-text("轉交")'),
        ready('[role=dialog] input:not([type=radio])'),
      ),
    },
    {
      name: 'members are invited to a screening',
      own: '[role=dialog]',
      shows: ['features/freeclinic/InviteDialog.tsx'],
      open: steps(
        paid,
        click('.funnel tbody tr:first-child td:nth-of-type(2) button'),
        click('.screenall input'),
        click('.clinicfind .btn.pri'),
        ready('[role=dialog] textarea'),
      ),
    },
    {
      name: 'the report of a screening',
      own: '#content',
      shows: ['features/freeclinic/ReportPanel.tsx'],
      open: steps(paid, click('.clinic [role=tab]:last-child'), ready('.reportrows')),
    },
    {
      name: 'health checks',
      own: '#content',
      shows: ['healthCheck'],
      open: at('/health-check', '#content tr[data-row]'),
    },
    {
      name: 'a health check begins',
      own: '[role=dialog]',
      shows: ['features/healthcheck/StartDialog.tsx'],
      open: steps(at('/health-check', '#content tr[data-row]'), click('.pagehead .btn.pri'), ready('.checkprogrammes')),
    },
    {
      name: 'a health check is entered',
      own: '#content',
      shows: [],
      open: steps(
        at('/health-check?state=collecting', '#content tr[data-row]'),
        click('#content tr[data-row]'),
        ready('.checkvalue'),
      ),
    },
    {
      name: 'health checks in processing',
      own: '#content',
      shows: ['healthCheckProcessing'],
      open: at('/health-check-processing', '.checkdone li'),
    },
    { name: 'the result of a health check', own: '#content', shows: ['healthCheckResult'], open: checked },
    {
      name: 'a health check is corrected',
      own: '[role=dialog]',
      shows: ['features/healthcheck/CorrectDialog.tsx'],
      open: steps(
        checked,
        click('.pagehead .btn:has-text("更正數值")'),
        ready('[role=dialog] input:not([type=radio])'),
      ),
    },
    { name: 'events', own: '#content', shows: ['freeclinic'], open: list },
    {
      name: 'a new event',
      own: '[role=dialog]',
      shows: ['features/freeclinic/EventForm.tsx'],
      open: steps(list, click('.pagehead .btn.pri'), ready('[role=dialog] .eventitems')),
    },
    { name: 'a table of an event', own: '#content', shows: [], open: person },
    {
      name: 'the result of an event',
      own: '#content',
      shows: [],
      open: steps(
        today,
        click('.clinicrows li:first-child button'),
        click('.clinic [role=tab]:last-child'),
        ready('.clinicvalues'),
      ),
    },
    {
      name: 'a result sheet',
      shows: ['freeclinicPrint'],
      open: steps(
        today,
        click('.clinicrows li:first-child button'),
        click('.clinic [role=tab]:last-child'),
        ready('.clinicvalues'),
        async (page) => {
          const address = await page.locator('.clinicacts a').getAttribute('href')
          await page.goto(`${server.url}${address}`)
        },
        ready('.clinicsheet .clinicvalues'),
      ),
    },
    {
      name: 'somebody joins an event',
      own: '[role=dialog]',
      shows: ['features/freeclinic/JoinDialog.tsx'],
      open: steps(today, click('.clinicfind .btn'), ready('[role=dialog] .ant-select')),
    },
    {
      name: 'an event is cancelled',
      own: '[role=dialog]',
      shows: ['features/freeclinic/CancelDialog.tsx'],
      open: steps(today, click('.clinichead .btn.bad'), ready('[role=dialog] input:not([type=radio])')),
    },
  ]
}
