import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

async function shown(value: number | null): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common')
  await setLanguage('zh-TW')
  const { NumberField } = await import('./NumberField.tsx')
  return renderToStaticMarkup(<NumberField aria-label="體重" value={value} min={0.3} max={400} onChange={() => {}} />)
}

it('[MEMB-03~] is a text field by its kind, which drops and moves nothing by itself', async () => {
  const html = await shown(72.55)
  expect(html).toMatch(
    /<input(?=[^>]*role="spinbutton")(?=[^>]*value="72.55")(?=[^>]*aria-label="體重")[^>]*type="text"/,
  )
  expect(html).not.toContain('data-unread')
  expect(await shown(null)).toContain('value=""')
})
