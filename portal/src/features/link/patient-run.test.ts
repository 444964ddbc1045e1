import type { LinkChat, LinkMessage } from '@teleward/contract/chat/schema.ts'
import { describe, expect, it } from 'vitest'
import { askedAfter, layPage } from './patient-run.ts'

const message = (seq: number, over: Partial<LinkMessage> = {}): LinkMessage => ({
  seq,
  clientId: `${seq}`,
  fromMe: false,
  name: '林',
  nameEn: null,
  textContent: `第${seq}`,
  time: '2026-03-12T02:00:00Z',
  isSeen: false,
  recalled: false,
  reply: null,
  attachment: null,
  ...over,
})
const page = (from: number, to: number, over: Partial<LinkChat> = {}): LinkChat => ({
  messages: Array.from({ length: to - from + 1 }, (_, n) => message(from + n)),
  older: from > 1,
  newer: false,
  lastSeq: to,
  readSeq: 0,
  ...over,
})

describe("the patient's conversation", () => {
  it('[V9] asks behind what it has without a gap, with the last of it once more', () => {
    expect(askedAfter(page(40, 100))).toBe(70)
    expect(askedAfter(page(1, 15))).toBe(0)
    expect(askedAfter(page(1, 0))).toBe(0)
    // An own message was answered before those that came meanwhile: they are still to come.
    const ahead = layPage(page(1, 40), page(90, 90))
    expect(askedAfter(ahead)).toBe(10)
    expect(askedAfter(page(40, 100), 45)).toBe(44)
    expect(askedAfter(page(40, 100), 1), 'no further back than the page begins').toBe(39)
  })

  it('[V9] knows whether there is anything earlier by the page that begins first', () => {
    expect(layPage(page(50, 99), page(100, 120)).older).toBe(true)
    expect(layPage(page(50, 99), page(1, 49)).older).toBe(false)
    expect(layPage(page(1, 15), page(1, 30)).older).toBe(false)
  })

  it('[V9] brings nothing back that was recalled, and takes no reading back, by an answer that comes late', () => {
    const now = page(1, 1, {
      messages: [message(1, { recalled: true, textContent: null }), message(2, { isSeen: true })],
    })
    const { messages } = layPage(now, page(1, 2))
    expect(messages.map(({ textContent, isSeen }) => [textContent, isSeen])).toEqual([
      [null, false],
      ['第2', true],
    ])
  })
})
