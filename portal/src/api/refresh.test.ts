import { userinfo } from '@teleward/contract/auth/endpoints.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bearerOf, stubBrowser, stubFetch } from '../testing/browser.ts'
import type { SessionEnd } from './session.ts'

const ok = { http: 200, body: { status: 'OK', data: { name: '林書妍' } } }
const refused = (status: string, http = 401) => ({ http, body: { status, message: status } })
const me = (call: typeof import('./client.ts').call) => call(userinfo, { params: { device_type: 3 } })

async function fresh() {
  vi.resetModules()
  const { storage } = stubBrowser()
  storage.setItem('jwt', 'old')
  storage.setItem('refresh_token', 'r1')
  storage.setItem('userInfo', JSON.stringify({ mid: 1, verified: true }))
  const { call } = await import('./client.ts')
  const { session } = await import('./session.ts')
  const ends: SessionEnd[] = []
  session.onEnd((end) => ends.push(end))
  return { storage, call, session, ends }
}
const renews = (url: string) => url === '/his/user/refresh'
const pair = { http: 200, body: { status: 'OK', access_token: 'new', refresh_token: 'r2', expires_in: 900 } }

describe('refresh', () => {
  beforeEach(() => void vi.unstubAllGlobals())

  it('[AUTH-09~] shares one refresh among calls that fail together, and replays each once', async () => {
    const { call, storage } = await fresh()
    const fetched = stubFetch((url, init) => {
      if (renews(url)) return pair
      return bearerOf(init) === 'Bearer new' ? ok : refused('TOKEN_EXPIRED')
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => me(call)))
    expect(answers.every((answer) => answer.name === '林書妍')).toBe(true)
    expect(fetched.mock.calls.filter(([url]) => renews(url))).toHaveLength(1)
    expect(fetched.mock.calls).toHaveLength(8 + 1 + 8)
    expect(storage.getItem('refresh_token')).toBe('r2')
  })

  it('[AUTH-09~] takes the token another tab got meanwhile instead of using the refresh token again', async () => {
    const { call, storage } = await fresh()
    const fetched = stubFetch((_, init) => {
      if (bearerOf(init) === 'Bearer theirs') return ok
      storage.setItem('jwt', 'theirs')
      return refused('TOKEN_EXPIRED')
    })
    await me(call)
    expect(fetched.mock.calls.some(([url]) => renews(url))).toBe(false)
  })

  it('[AUTH-09~] replays once only: a second refusal is the answer', async () => {
    const { call } = await fresh()
    const fetched = stubFetch((url) => (renews(url) ? pair : refused('TOKEN_EXPIRED')))
    await expect(me(call)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(fetched.mock.calls).toHaveLength(3)
  })

  it('[AUTH-09~] refreshes for no other 401', async () => {
    const { call, ends } = await fresh()
    const fetched = stubFetch(() => refused('WRONG_PASSWORD'))
    await expect(me(call)).rejects.toMatchObject({ code: 'WRONG_PASSWORD', http: 401 })
    expect(fetched.mock.calls).toHaveLength(1)
    expect(ends).toEqual([])
  })

  it('[AUTH-15~] a refusal of the session before ends no newer one, also where that is still on its way', async () => {
    const { call, session, ends, storage } = await fresh()
    const data = { mid: 1, partner_id: 32 } as Parameters<typeof session.start>[0]['data']
    const other = {
      status: 'OK' as const,
      token: 'theirs',
      refresh_token: 'r9',
      device_token: 'd',
      expires_in: 900,
      data,
    }
    // One lock over all tabs, as the browser's.
    let before: Promise<unknown> = Promise.resolve()
    const request = (_: string, work: () => Promise<unknown>) => {
      const mine = before.then(work)
      before = mine.catch(() => undefined)
      return mine
    }
    vi.stubGlobal('navigator', { locks: { request } })
    // Another tab goes to another institution: the server has ended the old session, the answer is not there yet.
    let kept: () => void = () => {}
    const going = request(
      '',
      () =>
        new Promise<void>((done) => {
          kept = done
        }),
    ).then(() => undefined)
    stubFetch(() => refused('ERROR_TOKEN'))
    const refusedCall = me(call).catch((error: unknown) => error)
    await new Promise((done) => setTimeout(done, 20))
    expect([ends, storage.getItem('jwt')]).toEqual([[], 'old'])
    session.start(other)
    kept()
    await going
    expect(await refusedCall).toMatchObject({ code: 'ERROR_TOKEN' })
    expect([ends, storage.getItem('jwt')]).toEqual([[], 'theirs'])
    // The refusal of its own token does.
    await expect(me(call)).rejects.toMatchObject({ code: 'ERROR_TOKEN' })
    expect(ends).toEqual([{ kind: 'login', reason: 'expired', code: 'ERROR_TOKEN' }])
  })

  it('[AUTH-08~] a cancelled membership is called that, whatever the calls under way are refused with', async () => {
    const { call, ends, session } = await fresh()
    const { endFor } = await import('./refresh.ts')
    const { ApiError } = await import('./errors.ts')
    stubFetch(() => refused('ERROR_TOKEN'))
    const underWay = me(call)
    endFor(new ApiError('MEMBERSHIP_CANCELLED', '', 401))
    await expect(underWay).rejects.toMatchObject({ code: 'ERROR_TOKEN' })
    endFor(new ApiError('ERROR_TOKEN', '', 401))
    expect(ends).toEqual([{ kind: 'login', reason: 'cancelled', code: 'MEMBERSHIP_CANCELLED' }])
    // Somebody signs in: the next end is told again.
    const data = { mid: 1, partner_id: 1 } as Parameters<typeof session.start>[0]['data']
    session.start({ status: 'OK', token: 'new', refresh_token: 'r2', device_token: 'd', expires_in: 900, data })
    endFor(new ApiError('ACCOUNT_CLOSED', '', 401))
    expect(ends.at(-1)).toMatchObject({ reason: 'closed' })
  })

  it('[AUTH-09~] goes to sign-in without a refresh token', async () => {
    const { call, ends, storage } = await fresh()
    storage.removeItem('refresh_token')
    stubFetch(() => refused('UNAUTHENTICATED'))
    await expect(me(call)).rejects.toMatchObject({ code: 'REFRESH_MISSING' })
    expect(ends).toEqual([{ kind: 'login', reason: 'expired', code: 'REFRESH_MISSING' }])
    expect(storage.getItem('jwt')).toBeNull()
  })

  it('[AUTH-12~] says that somebody signed in elsewhere, whichever call hears of it first: a list, a piece of an upload, the socket', async () => {
    const { roomRecords, uploadSegment } = await import('@teleward/contract/calls/endpoints.ts')
    const first: Record<string, (call: typeof import('./client.ts').call) => Promise<unknown>> = {
      list: me,
      record: (call) => call(roomRecords, { body: { action: 'start', roomId: 'r' } }),
      piece: async () => {
        const { putBytes } = await import('./bytes.ts')
        const params = { recordingId: 'rec', segmentId: 'seg' }
        return putBytes(uploadSegment, { params, query: { offset: 0 } } as never, new Uint8Array(1))
      },
    }
    for (const [name, ask] of Object.entries(first)) {
      const { call, ends, storage } = await fresh()
      stubFetch((url) => refused(renews(url) ? 'REPEAT_LOGIN' : 'ERROR_TOKEN'))
      await expect(ask(call), name).rejects.toMatchObject({ http: 401 })
      expect([ends, storage.getItem('jwt')], name).toEqual([[{ kind: 'forcedOut' }], null])
    }
    const { ends } = await fresh()
    stubFetch((url) => refused(renews(url) ? 'REPEAT_LOGIN' : 'ERROR_TOKEN'))
    const [{ endFor }, { ApiError }] = await Promise.all([import('./refresh.ts'), import('./errors.ts')])
    endFor(new ApiError('ERROR_TOKEN', '', 401))
    await vi.waitFor(() => expect(ends).toEqual([{ kind: 'forcedOut' }]))
  })

  it('[AUTH-11] goes to sign-in on ERROR_TOKEN, also as the status of a 200, without a replay', async () => {
    for (const http of [401, 200]) {
      const { call, ends } = await fresh()
      const fetched = stubFetch(() => refused('ERROR_TOKEN', http))
      await expect(me(call)).rejects.toMatchObject({ code: 'ERROR_TOKEN' })
      expect(fetched.mock.calls.filter(([url]) => !renews(url))).toHaveLength(1)
      if (http === 401) expect(ends).toMatchObject([{ kind: 'login' }])
    }
  })

  it('keeps the page when the refresh token is over, and says so once', async () => {
    const { call, ends, session, storage } = await fresh()
    stubFetch((url) => refused(renews(url) ? 'REFRESH_EXPIRED' : 'TOKEN_EXPIRED'))
    await Promise.allSettled([me(call), me(call)])
    await Promise.allSettled([me(call)])
    expect(ends).toEqual([{ kind: 'over' }])
    expect(session.user()).toMatchObject({ mid: 1 })
    expect(storage.getItem('jwt')).toBeNull()
  })

  it('[AUTH-09~] whose tokens another tab has taken away with the session over is not sent to the sign-in page', async () => {
    const { call, ends, session, storage } = await fresh()
    stubFetch(() => refused('UNAUTHENTICATED'))
    storage.removeItem('jwt')
    storage.removeItem('refresh_token')
    await expect(me(call)).rejects.toMatchObject({ code: 'REFRESH_MISSING' })
    expect(ends).toEqual([{ kind: 'over' }])
    expect(session.user()).toMatchObject({ mid: 1 })
  })

  it('[AUTH-12~] asks for the forced-out dialog, and no call carries the old token any more', async () => {
    const { call, ends, storage } = await fresh()
    stubFetch(() => refused('REPEAT_LOGIN'))
    await expect(me(call)).rejects.toMatchObject({ code: 'REPEAT_LOGIN' })
    expect(ends).toEqual([{ kind: 'forcedOut' }])
    expect(storage.getItem('jwt')).toBeNull()
  })

  it('ends nothing when the network is away', async () => {
    const { call, ends, storage } = await fresh()
    stubFetch((url) => {
      if (renews(url)) throw new TypeError('Failed to fetch')
      return refused('TOKEN_EXPIRED')
    })
    await expect(me(call)).rejects.toMatchObject({ code: 'NETWORK_FAILED', http: 0 })
    expect(ends).toEqual([])
    expect(storage.getItem('refresh_token')).toBe('r1')
  })
})
