import type { ChatMessage } from '@teleward/contract/chat/schema.ts'
import { describe, expect, it } from 'vitest'
import { lay, MOST, NOTHING, type Run, trim, without } from './window.ts'

const message = (seq: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: seq,
  conversationId: 1,
  seq,
  clientId: `${seq}`,
  from_mid: 1,
  from: { mid: 1, name: '林', nameEn: null },
  fromMe: true,
  textContent: `第${seq}`,
  time: '2026-03-12T02:00:00Z',
  isSent: true,
  isSeen: false,
  readBy: 0,
  recall: null,
  reply: null,
  attachment: null,
  ...over,
})
const span = (from: number, to: number, over: Partial<Run> = {}): Run => ({
  messages: Array.from({ length: to - from + 1 }, (_, n) => message(from + n)),
  older: from > 1,
  newer: false,
  ...over,
})
const seqs = (run: Run | null) => run?.messages.map(({ seq }) => seq)

describe('a run of messages', () => {
  it('[CHAT-10~] grows at either end without a gap or a double', () => {
    const run = span(5, 8)
    expect(seqs(lay(run, span(3, 4)))).toEqual([3, 4, 5, 6, 7, 8])
    expect(seqs(lay(run, span(7, 10)))).toEqual([5, 6, 7, 8, 9, 10])
    expect(lay(run, span(1, 6))?.older).toBe(false)
    expect(lay(NOTHING, span(2, 3))).toMatchObject({ older: true, newer: false })
  })

  it('[CHAT-08~] takes no page that would leave a gap', () => {
    expect(lay(span(5, 8), span(10, 12))).toBeNull()
    expect(lay(span(5, 8), span(1, 3))).toBeNull()
    expect(lay(span(5, 8), { messages: [], older: false, newer: false })).toMatchObject({ older: true })
  })

  it('[CHAT-10~] keeps the side that grows, and says that the other goes on', () => {
    const long = span(1, MOST + 50, { older: false })
    expect(seqs(trim(long, 'older'))?.at(-1)).toBe(MOST)
    expect(trim(long, 'older').newer).toBe(true)
    expect(seqs(trim(long, 'newer'))?.[0]).toBe(51)
    expect(trim(long, 'newer').older).toBe(true)
  })

  it('[CHAT-04~] takes a recalled text out, and out of the answers to it', () => {
    const run: Run = {
      messages: [message(1), message(2, { reply: { attached: null, seq: 1, textContent: '第1', from: null } })],
      older: false,
      newer: false,
    }
    expect(JSON.stringify(without(run, 1))).not.toContain('第1"')
    expect(without(run, 1).messages[0]?.recall).not.toBeNull()
  })
})
