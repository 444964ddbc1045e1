import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanPiece, cleanText, storable } from './clean-text.ts'
import { prose, singleLine } from './scalars.ts'

/** Anything a string can hold: halves of characters, controls and noncharacters more often than by chance. */
const anything = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0, max: 0x9f }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('\r\n', '\ud83d', '\ude00', '\ufffe', '\u{1ffff}', 'e\u0301', '\u200b', '\u202d', '\u{fa19}'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

describe('text that is cleaned', () => {
  it.each([
    ['a soft line break of Word', 'CC:\u000bcough', 'CC:\ncough'],
    ['a page break', '1\u000c2', '1\n2'],
    ['the break of mainframes', '1\u00852', '1\n2'],
    ['separators of lines and paragraphs', '1\u20282\u20293', '1\n2\n3'],
    ['breaks of other systems', '1\r\n2\r3\n4', '1\n2\n3\n4'],
    ['an apostrophe of Windows-1252', 'patient\u0092s \u0093pain\u0094 \u0096 10\u0080', 'patient’s “pain” – 10€'],
    ['letters of Windows-1252 that there are none of', 'a\u0081\u008d\u008f\u0090\u009db', 'ab'],
    ['controls', '\u0000a\u0001b\u001fc\u007fd', 'abcd'],
    ['noncharacters', 'a\ufffe\uffff\ufdd0\u{1fffe}b', 'ab'],
    ['half of a character', '王\ud800大\udc00', '王\ufffd大\ufffd'],
    ['a letter and its mark', 'Jose\u0301', 'José'],
    ['tabs', 'Na\t140', 'Na\t140'],
  ])('has %s mended', (_, typed, clean) => expect(cleanText(typed)).toBe(clean))

  it.each([
    ['E11.9\tType 2 diabetes', 'E11.9 Type 2 diabetes'],
    ['王\u000b母', '王 母'],
    ['王\u200b大亮', '王大亮'],
    ['\u202d0912-345-678\u202c', '0912-345-678'],
    ['\ufeffJose\u200e\u0301', 'José'],
  ])('of one line, %j is %j', (typed, clean) => expect(cleanLine(typed)).toBe(clean))

  it.each([
    '',
    ' ',
    '\n\t',
    '\u3164',
    '\u2800 \u00ad',
    '\u115f',
    '\u200b'.repeat(40),
    '\u200d\ufe0f\u034f',
    '\u{e0020}',
  ])('in which nothing can be seen is empty: %j', (typed) =>
    expect([cleanText(typed), cleanLine(typed), cleanPiece(' ')]).toEqual(['', '', ' ']),
  )
  it('is clean, can be stored, and has no break that is not a line feed', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const clean of [cleanText, cleanLine]) {
          const once = clean(text)
          expect(clean(once)).toBe(once)
          expect(storable(once)).toBe(true)
          expect(once).not.toMatch(/(?![\t\n])\p{Cc}|[\u2028\u2029]|\p{Noncharacter_Code_Point}|\p{Surrogate}/u)
        }
        expect(cleanLine(text)).not.toMatch(/\p{Cc}/u)
      }),
      { numRuns: 2000 },
    )
  })
  it.each([
    '吳秀鳳，𠮷田花子、神\u{fa19}、兀\u{fa0c}；第一行\n\t第二行',
    'می‌خواهم \u061c عربى שלום',
    'क्षेत्र नमस्ते ไทย​ภาษา 한국어 ខ្មែរ',
    '👨‍👩‍👧‍👦 🏳️‍🌈 ☂︎ 葛󠄀 ½ µg °C ≥ 1 000',
    'Ωμέγα Đặng Ñandú Łódź İbrahim',
  ])('leaves %j as it is', (text) => expect(cleanText(text)).toBe(text))

  it('is what a schema answers, and its length is what counts', () => {
    expect(prose(3).parse('a\u0000b\u0001c\u0002')).toBe('abc')
    expect(singleLine(3).parse('  王\t大\u0000\n')).toBe('王 大')
    expect(singleLine(10).min(1).safeParse('\u0000').success).toBe(false)
  })
})
