import { type ErrorCode, errors } from '@teleward/contract/core/errors.gen.ts'
import { expect, it, vi } from 'vitest'
import { stubBrowser, stubFetch } from '../testing/browser.ts'

it('[SHELL-21] says every code of the catalogue in three languages', async () => {
  vi.resetModules()
  stubBrowser()
  const { errorText, LANGUAGES, setLanguage } = await import('./i18n.ts')
  const { ApiError } = await import('../api/errors.ts')
  const { errorMessage } = await import('../api/query.ts')
  const codes = Object.keys(errors) as ErrorCode[]
  expect(codes.length).toBeGreaterThan(300)
  for (const language of LANGUAGES) {
    await setLanguage(language)
    for (const code of codes) {
      const text = errorText(code)
      expect(text, `${code} in ${language}`).not.toBe(code)
      expect(/\p{Script=Han}/u.test(text), `${code} in ${language}: ${text}`).toBe(language !== 'en')
      // What the server did not word itself is worded by its code.
      expect(errorMessage(new ApiError(code, '', 400))).toBe(text)
    }
  }
})

it('[SHELL-21] in development a failed call says status, message and "check console"', async () => {
  vi.resetModules()
  stubBrowser()
  const body = { status: 'ERROR', message: '系統忙碌中' }
  stubFetch(() => ({ http: 500, body }))
  const { ensureTexts, setLanguage, startI18n } = await import('./i18n.ts')
  await Promise.all([startI18n(), ensureTexts('common')])
  await setLanguage('en')
  const shown: { title: string; text?: unknown }[] = []
  const { registerDesk } = await import('../ui/notify.ts')
  registerDesk({ show: (notice) => shown.push(notice), close: () => {}, ask: async () => false })
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { call } = await import('../api/client.ts')
  const { getQueues } = await import('@teleward/contract/appointments/endpoints.ts')
  await expect(call(getQueues, { body: {} })).rejects.toMatchObject({ code: 'ERROR', http: 500 })
  expect(shown).toHaveLength(1)
  expect(shown[0]?.title).toBe('Status 500: check console')
  expect(shown[0]?.text).toContain(body.message)
  expect(consoleError).toHaveBeenCalled()
  consoleError.mockRestore()
})
