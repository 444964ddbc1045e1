import { useQuery } from '@tanstack/react-query'
import { getAlerts } from '@teleward/contract/monitoring/alert-endpoints.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answered, BROKEN } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'
import { anAlert } from './testing.ts'

vi.mock('../../api/me.ts', () => ({
  useMe: () => ({ permissions: {} }),
  useMaybeMe: () => undefined,
  useRight: () => '-',
}))
vi.mock('../../ui/format.ts', async (original) => ({ ...(await original<object>()), useNow: () => Date.now() }))

beforeEach(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'monitor', 'limits')
  await setLanguage('en')
})
afterEach(() => vi.unstubAllGlobals())

const steps = {
  may: () => false,
  ask: () => undefined,
  asking: null,
  busy: false,
  answer: () => undefined,
  remark: () => undefined,
  steppedAt: 0,
}
const list = (rows: readonly object[]) => ({
  http: 200,
  body: { status: 'OK', data: rows, total: rows.length, page: 1, pageSize: 20 },
})

it('[MON-03~] alerts that could not be asked for are said to be, over the list, with a way to ask again', async () => {
  const [{ endpointQuery }, { Attention }] = await Promise.all([
    import('../../api/query.ts'),
    import('./Attention.tsx'),
  ])
  const Part = () => {
    const running = useQuery(endpointQuery(getAlerts, { query: { state: 'running' } }))
    const alerts = running.data?.data ?? []
    return (
      <Attention running={running} alerts={alerts} steps={steps} onOpen={() => undefined} onAll={() => undefined} />
    )
  }
  const failed = await answered(<Part />, () => BROKEN)
  expect(failed).toContain('role="alert"')
  expect(failed).toContain('SYS-TROUBLE')
  expect(failed).toMatch(/<button[^>]*>Try again/)
  expect(await answered(<Part />, () => list([]))).toBe('')
  expect(await answered(<Part />, () => list([anAlert()]))).toContain('185')
})

it('[MON-03~] alerts of a member that could not be asked for are said to be in the detail', async () => {
  const { MemberDetail } = await import('./MemberDetail.tsx')
  const html = await answered(
    <MemberDetail
      pid={4}
      row={undefined}
      value={{ days: '7' } as Parameters<typeof MemberDetail>[0]['value']}
      change={() => undefined}
      steps={steps}
      acts={() => []}
      move={{ close: () => undefined } as unknown as Parameters<typeof MemberDetail>[0]['move']}
    />,
    () => BROKEN,
  )
  const { t } = await import('../../i18n/i18n.ts')
  expect(html.slice(html.indexOf(`>${t('monitor.detail.alerts')}<`))).toMatch(/role="alert"[^>]*>SYS-TROUBLE/)
})
