import { afterEach, expect, it, vi } from 'vitest'
import { showDeskAlert } from './DeskAlert.ts'
import { type Notice, secondsOf } from './notify.ts'

class FakeNotification {
  static permission = 'granted'
  static all: FakeNotification[] = []
  onclick: (() => void) | null = null
  close = vi.fn()
  readonly options: NotificationOptions
  constructor(_title: string, options: NotificationOptions) {
    this.options = options
    FakeNotification.all.push(this)
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[SHELL-13] closes a desktop alert after 6 s, and a ringing one only when told', () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { Notification: FakeNotification })
  vi.stubGlobal('Notification', FakeNotification)
  showDeskAlert({ title: '報到', tag: 'a' })
  const stop = showDeskAlert({ title: '來電', tag: 'b', ringing: true })
  const [short, ringing] = FakeNotification.all
  vi.advanceTimersByTime(5999)
  expect(short?.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(short?.close).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(ringing?.close).not.toHaveBeenCalled()
  expect(ringing?.options.requireInteraction).toBe(true)
  stop()
  expect(ringing?.close).toHaveBeenCalledOnce()
})

it('[SHELL-13] shows a notification 5 s, of the store 8 s, of a measurement 3 s, of a room or the family 8 s', () => {
  const of = (lasts?: Notice['lasts']) => secondsOf({ lasts })
  expect([of(), of('store'), of('measurement'), of('joinedRoom'), of('family')]).toEqual([5, 8, 3, 8, 8])
  expect(of('untilClosed')).toBe(false)
})
