import { describe, expect, it, vi } from 'vitest'
import { createHub, type HubChange, RoomRefused } from './hub.ts'
import type { RoomClaims } from './token.ts'

const claims = (userId: string, roomId = 'R'): RoomClaims => ({
  roomId,
  userId,
  name: userId,
  role: userId.startsWith('link') ? 'patient' : 'moderator',
  mid: null,
  linkId: null,
  exp: 0,
})
let serial = 0
function socket() {
  const heard: { name: string; payload: unknown }[] = []
  return { id: `s${serial++}`, heard, emit: (name: string, payload: unknown) => void heard.push({ name, payload }) }
}
const media = { mic: true, cam: true }
const page = (instance: string) => ({ instance, media })
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return error instanceof RoomRefused ? error.code : String(error)
  }
  return 'none'
}
function room(options: { graceMs?: number } = {}) {
  const changes: HubChange[] = []
  const hub = createHub({ onChange: (change) => changes.push(change), graceMs: options.graceMs ?? 40 })
  return { hub, changes }
}

describe('hub', () => {
  it('[CALL-22~] relays signals between members only, to the page they are meant for', () => {
    const { hub } = room()
    const [a, b, stranger, other] = [socket(), socket(), socket(), socket()]
    hub.join(a, claims('1_1'), page('ia'))
    expect(hub.join(b, claims('link_x'), page('ib')).participants).toMatchObject([{ id: '1_1', instance: 'ia' }])
    hub.join(other, claims('1_9', 'elsewhere'), page('io'))
    const signal = { to: 'link_x', toInstance: 'ib', instance: 'ia', session: 's', reset: true as const }
    hub.signal(a, signal)
    expect(b.heard.at(-1)).toEqual({
      name: 'room.signal',
      payload: { from: '1_1', instance: 'ia', toInstance: 'ib', session: 's', reset: true },
    })
    expect(refusal(() => hub.signal(stranger, signal))).toBe('ROOM_NOT_JOINED')
    expect(refusal(() => hub.signal(other, { ...signal, instance: 'io' }))).toBe('NOT_FOUND')
    expect(refusal(() => hub.signal(a, { ...signal, toInstance: 'old' }))).toBe('NOT_FOUND')
    expect(refusal(() => hub.signal(a, { ...signal, instance: 'forged' }))).toBe('ROOM_NOT_JOINED')
    expect(refusal(() => hub.signal(a, { ...signal, to: '1_9', toInstance: 'io' }))).toBe('NOT_FOUND')
    expect(other.heard).toEqual([])
    hub.stop()
  })

  it('[CALL-22~] takes four people and no fifth, and a known one again', () => {
    const { hub } = room()
    for (const id of ['1_1', '1_2', '1_3', 'link_x']) hub.join(socket(), claims(id), page(id))
    expect(refusal(() => hub.join(socket(), claims('1_5'), page('i5')))).toBe('ROOM_FULL')
    expect(hub.join(socket(), claims('1_3'), page('new')).participants).toHaveLength(3)
    hub.stop()
  })

  it('keeps the place of a dropped line, tells nobody, and lets a reload take it over', async () => {
    const { hub, changes } = room()
    const [a, b] = [socket(), socket()]
    hub.join(a, claims('1_1'), page('ia'))
    hub.join(b, claims('link_x'), page('ib'))
    hub.drop(b)
    expect(a.heard.map((m) => m.name)).toEqual(['room.joined'])
    expect(
      refusal(() => hub.signal(a, { to: 'link_x', toInstance: 'ib', instance: 'ia', session: 's', reset: true })),
    ).toBe('PEER_AWAY')
    const back = socket()
    hub.join(back, claims('link_x'), page('ib'))
    const reloaded = socket()
    hub.join(reloaded, claims('link_x'), page('ib2'))
    expect(back.heard).toEqual([{ name: 'room.ended', payload: { roomId: 'R', reason: 'replaced' } }])
    hub.drop(back)
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(hub.has('R', 'link_x')).toBe(true)
    expect(changes.filter((change) => change.kind === 'left')).toEqual([])
    hub.stop()
  })

  it('lets go of whoever does not come back, and says lost', async () => {
    const { hub, changes } = room()
    const [a, b] = [socket(), socket()]
    hub.join(a, claims('1_1'), page('ia'))
    hub.join(b, claims('link_x'), page('ib'))
    hub.drop(b)
    await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ kind: 'left', reason: 'lost', count: 1 }))
    expect(a.heard.at(-1)).toEqual({ name: 'room.left', payload: { id: 'link_x', instance: 'ib', reason: 'lost' } })
    hub.stop()
  })

  it('closes for everybody and forgets them; a socket is in one room at a time', () => {
    const { hub } = room()
    const [a, b] = [socket(), socket()]
    hub.join(a, claims('1_1'), page('ia'))
    hub.join(b, claims('link_x'), page('ib'))
    hub.join(a, claims('1_1', 'S'), page('ia'))
    expect(hub.members('R').map((member) => member.id)).toEqual(['link_x'])
    hub.close('R')
    expect(b.heard.at(-1)).toEqual({ name: 'room.ended', payload: { roomId: 'R', reason: 'closed' } })
    expect(refusal(() => hub.media(b, media))).toBe('ROOM_NOT_JOINED')
    hub.stop()
  })
})
