import { describe, expect, it } from 'vitest'
import { readPiece } from './pasting.ts'

const note = { lines: true, room: 20_000 }
const line = { lines: false, room: 60 }

describe('a piece of text that is put into a field', () => {
  it.each([
    ['CC:\u000bcough', 'CC:\ncough'],
    ['\u0000\u0001patient\u0092s', 'patient’s'],
    ['1\r\n2', '1\n2'],
  ])('[EMR-02~] is cleaned, %j is %j', (text, insert) =>
    expect(readPiece(text, note)).toEqual({ insert, changed: true, fits: true }),
  )
  it('[EMR-05~] has blanks for tabs and breaks in a field of one line', () =>
    expect(readPiece('E11.9\tType 2\u000bdiabetes', line).insert).toBe('E11.9 Type 2 diabetes'))
  it('[EMR-02~] is left to the browser where nothing is to be cleaned', () =>
    expect(readPiece('主訴：咳嗽\n三天', note)).toMatchObject({ changed: false, fits: true }))
  it('[EMR-02~] goes in whole or not at all', () => {
    expect(readPiece('x'.repeat(25_000), note).fits).toBe(false)
    expect(readPiece('x'.repeat(20_000), note).fits).toBe(true)
    // What counts is what would be put in.
    expect(readPiece(`${'x'.repeat(60)}\u0000`, line).fits).toBe(true)
  })
})
