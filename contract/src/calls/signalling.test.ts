import { describe, expect, it } from 'vitest'
import { roomJoin, roomSignalIn, roomSignalOut, SDP_MAX_BYTES } from './signalling.ts'

const address = { to: '12_77', toInstance: 'page-1', instance: 'page-2', session: 's' }
const accepts = (signal: object) => roomSignalOut.safeParse({ ...address, ...signal }).success
const offer = (sdp: string) => ({ description: { type: 'offer', sdp }, fresh: true })

describe('room signals', () => {
  it('[CALL-22~] carry exactly one of description, candidate and reset', () => {
    const candidate = {
      candidate: { candidate: 'candidate:1 1 udp 1 127.0.0.1 1 typ host', sdpMid: '0', sdpMLineIndex: 0 },
    }
    expect(accepts(offer('v=0'))).toBe(true)
    expect(accepts(candidate)).toBe(true)
    expect(accepts({ reset: true, session: '' })).toBe(true)
    expect(accepts({})).toBe(false)
    expect(accepts({ ...offer('v=0'), ...candidate })).toBe(false)
    expect(accepts({ reset: false })).toBe(false)
  })

  it('[CALL-22~] are limited in size, counted in bytes', () => {
    expect(accepts(offer('a'.repeat(SDP_MAX_BYTES)))).toBe(true)
    expect(accepts(offer('a'.repeat(SDP_MAX_BYTES + 1)))).toBe(false)
    expect(accepts(offer('病'.repeat(SDP_MAX_BYTES / 2)))).toBe(false)
    expect(accepts({ candidate: { candidate: 'x'.repeat(1025) } })).toBe(false)
  })

  it('[CALL-22~] refuse ids that are none', () => {
    for (const to of ['', 'a'.repeat(65), 'a b', '<script>', '../x', 7, null, { $ne: 1 }]) {
      expect(roomSignalOut.safeParse({ ...address, ...offer('v=0'), to }).success).toBe(false)
    }
    expect(roomSignalIn.safeParse({ ...address, ...offer('v=0') }).success, 'a sender is not named').toBe(false)
  })

  it('[CALL-22~] pass nothing on that is not declared', () => {
    const parsed = roomSignalOut.parse({ ...address, ...offer('v=0'), role: 'moderator', from: 'somebody else' })
    expect(parsed).toEqual({ ...address, ...offer('v=0') })
  })

  it('[CALL-09~] let nobody say who they are: a join carries a token, never a role or an id', () => {
    const join = { roomId: 'r', token: 't', instance: 'i', media: { mic: true, cam: false } }
    expect(roomJoin.parse({ ...join, role: 'moderator', id: '1_1' })).toEqual(join)
    expect(roomJoin.safeParse({ ...join, token: '' }).success).toBe(false)
    expect(roomJoin.safeParse({ ...join, token: 't'.repeat(5_000) }).success).toBe(false)
  })
})
