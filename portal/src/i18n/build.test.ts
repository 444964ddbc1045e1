import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { stubBrowser } from '../testing/browser.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'teleward-i18n-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the compiler says of a source as the build compiles it. */
async function compile(name: string, source: string): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, source)
  const config = join(folder, `${name}.json`)
  const options = {
    extends: join(root, 'portal/tsconfig.json'),
    compilerOptions: { noEmit: true, types: [join(root, 'node_modules/vite/client')] },
    include: [],
  }
  writeFileSync(config, JSON.stringify({ ...options, files: [file, join(root, 'portal/src/env.d.ts')] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return promisify(execFile)(process.execPath, [tsc, '-p', config], { cwd: root }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}
/** The English texts of sign-in as they are, or with a change, where the compiler can see their source. */
const english = (change: (text: string) => string) =>
  change(readFileSync(join(here, 'en/auth.ts'), 'utf8'))
    .replace("'../zh-TW/auth.ts'", JSON.stringify(join(here, 'zh-TW/auth.ts')))
    .replace("'../types.ts'", JSON.stringify(join(here, 'types.ts')))
const asks = (key: string) =>
  `import { t } from ${JSON.stringify(join(here, 'i18n.ts'))}\nexport const text = t('${key}')\n`

describe('texts', () => {
  it('[SHELL-08] a missing, a superfluous or an unknown key fails the build', { timeout: 60_000 }, async () => {
    const whole = await compile(
      'whole.ts',
      english((text) => text),
    )
    expect(whole).toBe('')
    const missing = await compile(
      'missing.ts',
      english((text) => text.replace(/^ {2}title: .*\n/m, '')),
    )
    expect(missing).toContain("'title' is missing")
    const more = await compile(
      'more.ts',
      english((text) => text.replace(/^ {2}title: /m, "  surplus: 'x',\n  title: ")),
    )
    expect(more).toContain("'surplus' does not exist")
    expect(await compile('known.ts', asks('auth.title'))).toBe('')
    expect(await compile('unknown.ts', asks('auth.titel'))).toContain('auth.titel')
  })

  it('[SHELL-08] what a field refuses, dates, numbers and money follow the language; Traditional Chinese at first', async () => {
    vi.resetModules()
    stubBrowser()
    const { language, setLanguage, startI18n } = await import('./i18n.ts')
    const { formatDate, formatMoney, formatNumber } = await import('../ui/format.ts')
    await startI18n()
    expect(language()).toBe('zh-TW')
    const refused = () => z.string().min(3).safeParse('x').error?.issues[0]?.message ?? ''
    const said = { message: [refused()], date: [formatDate('2026-03-12')] }
    for (const next of ['zh-CN', 'en'] as const) {
      await setLanguage(next)
      said.message.push(refused())
      said.date.push(formatDate('2026-03-12'))
    }
    expect(new Set(said.message).size).toBe(3)
    expect(said.message.map((text) => /\p{Script=Han}/u.test(text))).toEqual([true, true, false])
    expect(said.date).toEqual(['2026/3/12', '2026/3/12', '12/03/2026'])
    expect(formatNumber(1_234_567.5)).toBe('1,234,567.5')
    expect(formatMoney(123_450, 'TWD')).toMatch(/1,234\.50/)
    expect(formatMoney(123_450, 'CNY')).not.toBe(formatMoney(123_450, 'TWD'))
  })
})
