import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeText } from './merge.ts'

const line = fc.constantFrom('甲', '乙', '丙', 'a', 'b', '')
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
const linesOf = (value: string) => value.split('\n')

describe('mergeText', () => {
  it.each([
    ['one side only', '一\n二', '一\n二\n三', '一\n二', '一\n二\n三', false],
    ['different paragraphs', '一\n二\n三', '壹\n二\n三', '一\n二\n參', '壹\n二\n參', false],
    ['both wrote at the end', '一', '一\n我', '一\n他', '一\n他\n我', true],
    ['the same paragraph', '一\n二', '一\n我的二', '一\n他的二', '一\n他的二\n我的二', true],
    ['the same words', '一', '二', '二', '二', false],
    ['one removed, the other kept', '一\n二\n三', '一\n三', '一\n二\n三', '一\n三', false],
    ['from nothing', '', '我', '他', '他\n我', true],
  ])('[EMR-19~] %s', (_what, base, mine, theirs, merged, conflict) => {
    expect(mergeText(base, mine, theirs)).toEqual({ text: merged, conflict })
  })
  it('[EMR-19~] loses no paragraph that either of the two wrote', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const merged = linesOf(mergeText(base, mine, theirs).text)
        for (const side of [mine, theirs])
          for (const written of linesOf(side)) if (!linesOf(base).includes(written)) expect(merged).toContain(written)
      }),
    )
  })
  it('takes what stands where only one side changed, and the same on both', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, changed, base)).toEqual({ text: changed, conflict: false })
        expect(mergeText(base, base, changed)).toEqual({ text: changed, conflict: false })
        expect(mergeText(base, changed, changed)).toEqual({ text: changed, conflict: false })
      }),
    )
  })
  it('comes to an end with what a note can hold at most', () => {
    const long = Array.from({ length: 1499 }, (_, at) => `行${at}`).join('\n')
    expect(mergeText(long, `${long}\n我`, `他\n${long}`)).toEqual({ text: `他\n${long}\n我`, conflict: false })
    expect(mergeText('\n'.repeat(19_999), '\n'.repeat(19_990), '\n'.repeat(19_980)).conflict).toBe(true)
  })
})
