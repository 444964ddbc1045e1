import type { Referral } from '@teleward/contract/referrals/schema.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import type { RenderJob } from './render.ts'
import { Renderer } from './renderer.ts'

const letter = (reason: string): RenderJob => ({
  kind: 'referral',
  records: null,
  letter: {
    state: 'sent',
    urgency: 'routine',
    reason,
    patient: { name: '吳秀鳳', gender: 'female', birthday: '1958-01-02' },
    from: { mid: 1, name: '林書妍', nameEn: null, unitId: 1, unitName: '內湖', unitNameEn: null },
    to: { unitId: 2, unitName: '南港', unitNameEn: null, person: null },
    visitOn: null,
    answer: null,
    createdAt: '2026-03-11T01:30:00.000Z',
  } as unknown as Referral,
  way: { lang: 'zh-TW', zone: 'Asia/Taipei' },
  institution: { name: '禾安', nameEn: null, nameZhCn: null, phone: null },
  code: '0123456789AB',
  checkAt: '/pages/document',
  at: '2026-03-11T01:30:00.000Z',
  by: { name: '林書妍', nameEn: null },
})
async function textOf(bytes: Buffer): Promise<string> {
  const file = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const { items } = await (await file.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

describe('the thread of documents', () => {
  it('makes each of several at once for whoever asked for it, and the next after one that failed', async () => {
    const renderer = new Renderer()
    const broken = { ...letter('壞的'), letter: null } as unknown as RenderJob
    const [first, failed, second] = await Promise.allSettled([
      renderer.render(letter('第一封')),
      renderer.render(broken),
      renderer.render(letter('第二封')),
    ])
    expect(failed.status).toBe('rejected')
    for (const [made, reason] of [
      [first, '第一封'],
      [second, '第二封'],
    ] as const) {
      if (made.status !== 'fulfilled') throw made.reason
      expect(Buffer.isBuffer(made.value.bytes)).toBe(true)
      expect(await textOf(made.value.bytes)).toContain(reason)
    }
    // What cannot cross to the thread is refused, and holds nothing up.
    await expect(renderer.render({ ...letter(''), checkAt: (() => '') as never })).rejects.toThrow()
    expect((await renderer.render(letter('第三封'))).pages).toBe(1)
  })

  it('tells a rare sign in a name at the end, too', async () => {
    const job = letter('沒有罕用字') as Extract<RenderJob, { kind: 'referral' }>
    const { bytes } = await new Renderer().render({
      ...job,
      letter: { ...job.letter, patient: { ...job.letter.patient, name: '\u{20BB7}野' } },
    })
    expect(await textOf(bytes)).toMatch(/\[U\+20BB7\]野.*本文件有 1 個字元無字形可印/)
  })
})
