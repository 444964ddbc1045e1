import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

const answer = {
  status: 'OK' as const,
  token: 'j',
  refresh_token: 'r',
  device_token: 'd',
  expires_in: 900,
  data: {
    mid: 12,
    name: '林書妍',
    account: 'dr.lin',
    doctortype: 'doctor',
    staff_type: 1,
    partner_id: 1,
    partner_name: '禾安',
    mobilecode: 1,
    device_type: 3,
  },
}

it('[AUTH-16~] writes the specified keys of local storage and no others', async () => {
  vi.resetModules()
  const { storage } = stubBrowser()
  const { session, STORAGE_KEYS } = await import('./session.ts')
  expect(STORAGE_KEYS).toEqual(
    'userInfo jwt refresh_token device_token device_type device_apns partnerid cart_token p2p_tomid p2p_queueid'.split(
      ' ',
    ),
  )
  session.start(answer)
  const written = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  expect(STORAGE_KEYS).toEqual(expect.arrayContaining(written))
  expect(storage.getItem('device_type')).toBe('3')
  session.clear()
  expect(storage.getItem('jwt')).toBeNull()
  expect(storage.getItem('device_token'), 'the device stays known').toBe('d')
})

it('[AUTH-02~] keeps a token of an unverified sign-in, for the verification page alone', async () => {
  vi.resetModules()
  stubBrowser()
  const { session } = await import('./session.ts')
  expect(session.standing()).toBe('none')
  session.start({ ...answer, status: 'unfinsh_verify' })
  expect(session.standing()).toBe('unverified')
  session.verified()
  expect(session.standing()).toBe('active')
})

it('[AUTH-12~] who left is known until somebody else signs in, and is written nowhere', async () => {
  vi.resetModules()
  stubBrowser()
  const { session } = await import('./session.ts')
  expect(session.lastMid()).toBeUndefined()
  session.start(answer)
  session.end({ kind: 'login', reason: 'expired' })
  expect([session.user(), session.lastMid()]).toEqual([null, 12])
  session.start({ ...answer, data: { ...answer.data, mid: 13 } })
  expect(session.lastMid()).toBe(13)
})

it('[AUTH-12~] under the dialog of its end a session stands as before, and not at all when it is left', async () => {
  vi.resetModules()
  stubBrowser()
  const { session } = await import('./session.ts')
  session.start({ ...answer, status: 'OK' })
  session.end({ kind: 'over' })
  expect([session.jwt(), session.standing()]).toEqual([null, 'active'])
  session.clear()
  expect(session.standing()).toBe('none')
})

it('[AUTH-09~] over in another tab, this one waits for the password as well; a sign-out there is none', async () => {
  vi.resetModules()
  vi.useFakeTimers()
  const { storage, listeners } = stubBrowser()
  const { session } = await import('./session.ts')
  session.start(answer)
  const ends: unknown[] = []
  session.onEnd((end) => ends.push(end))
  const taken = (key: string) => {
    storage.removeItem(key)
    listeners.get('storage')?.({ key })
  }
  // Signed out: key after key.
  taken('jwt')
  taken('refresh_token')
  taken('userInfo')
  vi.advanceTimersByTime(1000)
  expect([ends, session.pending()]).toEqual([[], null])

  session.start(answer)
  taken('jwt')
  taken('refresh_token')
  vi.advanceTimersByTime(1000)
  expect([ends, session.pending(), session.user()?.mid]).toEqual([[{ kind: 'over' }], { kind: 'over' }, 12])
  // Signed in again there.
  storage.setItem('jwt', 'new')
  listeners.get('storage')?.({ key: 'jwt' })
  expect([session.pending(), session.standing()]).toEqual([null, 'active'])
  vi.useRealTimers()
})
