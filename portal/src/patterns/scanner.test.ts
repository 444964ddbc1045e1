import { afterEach, describe, expect, it, vi } from 'vitest'
import { reader } from './scanner.ts'

afterEach(() => vi.unstubAllGlobals())

class Field {
  #value = ''
  get value() {
    return this.#value
  }
  set value(next: string) {
    this.#value = next
  }
  dispatchEvent() {}
}

/** Typed into a field as a browser does: the key is heard first, and stands there then. `gap`: milliseconds before the key of a place. */
function typed(code: string, { said = '', gap = {} }: { said?: string; gap?: Record<number, number> } = {}) {
  vi.stubGlobal('HTMLInputElement', Field)
  const field = new Field()
  field.value = said
  const codes: string[] = []
  const hear = reader((one) => codes.push(one))
  let timeStamp = 1000
  for (const [n, key] of [...code, 'Enter'].entries()) {
    timeStamp += gap[n] ?? 5
    const event = { key, timeStamp, target: field, preventDefault() {}, stopPropagation() {} }
    hear(event as unknown as KeyboardEvent)
    if (key !== 'Enter') field.value += key
  }
  return { codes, left: field.value }
}
const CARD = 'TELEWARD:M-118290'

describe('[EVNT-01~] a card reader', () => {
  it('is heard wherever the focus is, and leaves nothing in the field', () => {
    expect(typed(CARD, { said: '王' })).toEqual({ codes: [CARD], left: '王' })
  })

  it('is heard whole where the device was busy in the middle, or before its Enter', () => {
    for (const n of [3, 8, 13, 17]) expect(typed(CARD, { gap: { [n]: 240 } })).toEqual({ codes: [CARD], left: '' })
    expect(typed(CARD, { gap: { 4: 90, 12: 400 } })).toEqual({ codes: [CARD], left: '' })
  })

  it('is told apart from what a person has just typed', () => {
    expect(typed(`王小${CARD}`, { gap: { 1: 180, 2: 300 } })).toEqual({ codes: [CARD], left: '王小' })
  })

  it('is never somebody who types, be it a number that a card may have', () => {
    const slow = Object.fromEntries([...'A123456789', 'Enter'].map((_, n) => [n, 110]))
    expect(typed('A123456789', { gap: slow })).toEqual({ codes: [], left: 'A123456789' })
  })
})
