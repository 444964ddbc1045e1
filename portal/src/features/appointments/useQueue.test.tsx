import { afterEach, expect, it, vi } from 'vitest'
import { answered, BROKEN, ok } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'
import type { QueueSearch } from './search.ts'

vi.mock('../../api/me.ts', () => ({ useMe: () => ({ doctortype: 'agent', mid: 104 }), useRight: () => 'y' }))
afterEach(() => vi.unstubAllGlobals())

const parts = { am: 3, pm: 2, night: 1, emergency: 0, special: 0, cs: 0, earlyMorning: 1, lateNight: 0, other: 0 }
async function filters(agent: boolean): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'appointments')
  await setLanguage('en')
  const [{ useQueue }, { Filters }] = await Promise.all([import('./useQueue.ts'), import('./Filters.tsx')])
  const value = { tab: 'today', slot: [], state: [], site: [], pay: [], q: '', sort: 'default', page: 1 }
  const Part = () => {
    const { slots, choices, mine } = useQueue(value as unknown as QueueSearch, agent, 20)
    return (
      <Filters
        value={value as unknown as QueueSearch}
        mine={mine}
        counts={slots}
        choices={choices}
        change={() => undefined}
      />
    )
  }
  const html = await answered(<Part />, (url) =>
    url.endsWith('/fetchApptUndoneQuantity')
      ? ok({ ...parts, today: 7, future: 4, earlier: { count: 0, since: null } })
      : url.endsWith('/getQueuesUndoneQuantity')
        ? ok({ ...parts, am: 5, tabs: { today: 9 } })
        : BROKEN,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('[APPT-08~] the parts of the day carry the counts of the list they narrow, on an agent’s list as well', async () => {
  const agents = await filters(true)
  for (const words of ['All day 7', 'Morning 3', 'Afternoon 2', 'Night 1']) expect(agents).toContain(words)
  expect(agents, 'a part with something unfinished is offered').toContain('Early 1')
  const all = await filters(false)
  for (const words of ['All day 9', 'Morning 5']) expect(all).toContain(words)
})

it('[APPT-03~] [APPT-02~] whose place is held until it is paid for, and whose was released, can be listed', async () => {
  stubBrowser()
  const { ALL_STATES } = await import('./chips.ts')
  expect(ALL_STATES).toEqual(expect.arrayContaining(['held', 'released', 'waiting', 'inConsultation']))
  expect(ALL_STATES).not.toContain('checkedIn')
})
