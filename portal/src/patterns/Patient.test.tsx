import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

const brief = (more: Partial<PatientBrief>): PatientBrief => ({
  pid: 1,
  memberNo: 'M-1',
  name: '林雅婷',
  nameEn: 'Lin Ya-Ting',
  gender: 'female',
  birthday: '1980-01-02',
  vip: false,
  idLast: '527',
  unitId: 2,
  unitName: '內湖',
  unitNameEn: null,
  allergies: [],
  authorised: 'authorised',
  authorisedUntil: null,
  ...more,
})
const none = { note: '無已知過敏', ename: 'No known allergies', severity: 'none' }
const fish = { note: '海鮮', ename: 'Seafood', severity: 'mild' }

async function shown(language: 'zh-TW' | 'zh-CN' | 'en') {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common', 'calls')
  await setLanguage(language)
  const { PatientCell, PatientHead } = await import('./Patient.tsx')
  return { PatientCell, PatientHead, html: (node: ReactNode) => renderToStaticMarkup(node) }
}

describe('a patient on a screen', () => {
  it.each([
    ['zh-TW', '尚未詢問', '無已知過敏', '海鮮', '過敏史未授權'],
    ['zh-CN', '尚未询问', '无已知过敏', '海鮮', '过敏史未授权'],
    ['en', 'not asked yet', 'No known allergies', 'Seafood', 'not authorised'],
  ] as const)(
    '[MEMB-09~] never asked, asked and none, known, and not authorised are four things (%s)',
    async (language, notAsked, noneKnown, known, closed) => {
      const { PatientCell, PatientHead, html } = await shown(language)
      const words = [notAsked, noneKnown, known, closed]
      const cases: [PatientBrief['allergies'], head: string, cell: string | null][] = [
        [[], notAsked, notAsked],
        [[none], noneKnown, null],
        [[none, fish], known, known],
        [null, closed, null],
      ]
      for (const [allergies, inHead, inCell] of cases) {
        const head = html(<PatientHead patient={brief({ allergies })} />)
        expect(words.filter((word) => head.includes(word))).toEqual([inHead])
        const cell = html(<PatientCell patient={brief({ allergies })} />)
        expect(words.filter((word) => cell.includes(word))).toEqual(inCell ? [inCell] : [])
      }
    },
  )

  it('[SHELL-08~] stands with the name in the other script beside the first, once', async () => {
    for (const language of ['zh-TW', 'en'] as const) {
      const { PatientCell, PatientHead, html } = await shown(language)
      for (const Shown of [PatientCell, PatientHead]) {
        const text = html(<Shown patient={brief({})} />).replace(/<[^>]*>/g, ' ')
        expect([text.includes('林雅婷'), text.includes('Lin Ya-Ting')]).toEqual([true, true])
        const alone = html(<Shown patient={brief({ nameEn: null })} />)
        expect(alone).not.toContain('othername')
      }
    }
  })
})
