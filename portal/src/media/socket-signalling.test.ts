import { describe, expect, it, vi } from 'vitest'
import { connected, ConnectionLost, SignalRefused, socketSignalling } from './socket-signalling.ts'

function fakeSocket() {
  const handlers = new Map<string, Set<(payload: unknown) => void>>()
  const sent: { event: string; ack: (answer: unknown) => void }[] = []
  const socket = {
    connected: true,
    emit: (event: string, _: unknown, ack: (answer: unknown) => void) => void sent.push({ event, ack }),
    on: (event: string, handler: (payload: unknown) => void) =>
      void handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
    off: (event: string, handler: (payload: unknown) => void) => void handlers.get(event)?.delete(handler),
  }
  const fire = (event: string, payload?: unknown) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(payload)
  }
  const drop = () => {
    socket.connected = false
    fire('disconnect')
  }
  const back = () => {
    socket.connected = true
    fire('connect')
  }
  return { socket, sent, fire, drop, back, listening: () => [...handlers.values()].reduce((n, set) => n + set.size, 0) }
}

describe('signalling over a socket', () => {
  it('[CALL-15~] a page loaded in the middle of a call waits for its socket', async () => {
    const { socket, drop, back, listening } = fakeSocket()
    await connected(socket)
    drop()
    let up = false
    const waiting = connected(socket).then(() => {
      up = true
    })
    await Promise.resolve()
    expect(up).toBe(false)
    back()
    await waiting
    expect(listening()).toBe(0)
  })

  it('[CALL-22~] answers with the data or with the refusal of the server', async () => {
    const { socket, sent, listening } = fakeSocket()
    const signalling = socketSignalling(socket)
    const media = { mic: true, cam: true }
    const first = signalling.emit('room.media', media)
    sent[0]?.ack({ ok: true, data: {} })
    expect(await first).toEqual({})
    const second = signalling.emit('room.media', media)
    sent[1]?.ack({ ok: false, code: 'ROOM_CLOSED' })
    await expect(second).rejects.toEqual(new SignalRefused('ROOM_CLOSED'))
    expect(listening()).toBe(0)
  })

  it('[CALL-23~] fails at once without a line, so that nothing old is sent after the return', async () => {
    const { socket, sent, drop } = fakeSocket()
    const signalling = socketSignalling(socket)
    const underWay = signalling.emit('room.leave', {})
    drop()
    await expect(underWay).rejects.toBeInstanceOf(ConnectionLost)
    await expect(signalling.emit('room.leave', {})).rejects.toBeInstanceOf(ConnectionLost)
    expect(sent).toHaveLength(1)
  })

  it('[CALL-23~] tells a return, not the first connection', () => {
    const { socket, drop, back, listening } = fakeSocket()
    const handler = vi.fn()
    const off = socketSignalling(socket).onReconnect(handler)
    back()
    expect(handler).not.toHaveBeenCalled()
    drop()
    back()
    drop()
    back()
    expect(handler).toHaveBeenCalledTimes(2)
    off()
    expect(listening()).toBe(0)
  })
})
