import { beforeEach, expect, it, vi } from 'vitest'
import { answered, BROKEN, ok } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'

vi.mock('../../api/me.ts', () => ({ useMe: () => ({ permissions: {} }), useRight: () => 'y' }))

beforeEach(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'booking')
  await setLanguage('en')
})

async function fields(answer: Parameters<typeof answered>[1]): Promise<string> {
  const [{ useBooking }, { PatientField, DoctorField }] = await Promise.all([
    import('./useBooking.ts'),
    import('./People.tsx'),
  ])
  const Part = () => {
    const booking = useBooking({}, () => undefined)
    return (
      <>
        <PatientField booking={booking} narrow={false} />
        <DoctorField booking={booking} />
      </>
    )
  }
  return answered(<Part />, answer)
}

it('[APPT-05~] a search that failed is no search without a result, for patients and for doctors', async () => {
  const failed = await fields(() => BROKEN)
  expect(failed.match(/<p[^>]*role="alert">SYS-TROUBLE/g)).toHaveLength(2)
  expect(failed.match(/Try again/g)).toHaveLength(2)
  expect(await fields(() => ok({ patients: [], doctors: [] }))).not.toContain('role="alert"')
  // That there is nobody, or that more has to be typed, are answers.
  const short = await fields(() => ({ http: 400, body: { status: 'SEARCH_INCOMPLETE', message: 'short' } }))
  expect(short.match(/role="alert"/g) ?? []).toHaveLength(1)
})
