import { logout, putPreferences, refreshTokens, userinfo } from '@teleward/contract/auth/endpoints.ts'
import type { PreferenceChanges } from '@teleward/contract/auth/preferences.ts'
import type { SessionState } from '@teleward/contract/auth/schema.ts'
import type { Permission, Right } from '@teleward/contract/core/permissions.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './client.ts'
import { isApiError } from './errors.ts'
import { send } from './http.ts'
import { endpointQuery, queryClient, showError } from './query.ts'
import { previewed, usePreview } from './preview.ts'
import { session } from './session.ts'
import { useStore } from '../lib/useStore.ts'

export type Me = SessionState

/** Who is at work, also where the page is loaded without a line: as far as it was kept for that, until the line is back. */
async function keptMe(error: unknown): Promise<SessionState> {
  if (!isApiError(error) || error.http !== 0) throw error
  const parsed = userinfo.response.safeParse(await (await import('./kept.ts')).cached('me'))
  if (!parsed.success) throw error
  window.addEventListener('online', () => void queryClient.invalidateQueries(meQuery()), { once: true })
  return parsed.data
}

/** The session state of §3. Kept fresh by its events, not by time. */
export const meQuery = () => ({
  ...endpointQuery(userinfo, { params: { device_type: session.deviceType() } }),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<SessionState> =>
    call(userinfo, { params: { device_type: session.deviceType() } }, { signal }).catch(keptMe),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useUser = () => useStore({ subscribe: session.subscribe, get: session.user })
export function useMaybeMe(): Me | undefined {
  const { data } = useQuery({ ...meQuery(), enabled: useUser() !== null })
  const draft = usePreview()
  return useMemo(() => data && previewed(data, draft), [data, draft])
}

/** The signed-in person. Inside the frame it is always there: the frame waits for it. */
export function useMe(): Me {
  const me = useMaybeMe()
  if (!me) throw new Error('useMe outside the frame')
  return me
}
/** `y`, `o`, `p`, `g` or `-` of the permission table, for the signed-in person. */
export const useRight = (permission: Permission): Right => useMe().permissions[permission] ?? '-'

/** Changes own preferences at once on the screen, then on the server; a stale version is read anew and sent again. */
export async function changePreferences(changes: PreferenceChanges): Promise<void> {
  const { queryKey } = meQuery()
  const before = queryClient.getQueryData(queryKey)
  if (!before) return
  const put = (state: Partial<Me>) => queryClient.setQueryData(queryKey, (now) => (now ? { ...now, ...state } : now))
  put({ preferences: { ...before.preferences, ...changes } })
  const send = (version: number) => call(putPreferences, { body: { version, changes } })
  try {
    const answer = await send(before.preferencesVersion).catch(async (error) => {
      if (!isApiError(error, 'VERSION_STALE')) throw error
      const fresh = await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })
      return send(fresh.preferencesVersion)
    })
    put({ preferences: answer.preferences, preferencesVersion: answer.version })
  } catch (error) {
    put({ preferences: before.preferences })
    showError(error)
  }
}

/** A page that goes on to the sign-in waits no longer for the server than this; telling it goes on. */
const TOLD_WITHIN_MS = 2000
const TELL_AGAIN_MS = 10_000

const soon = (wait: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, wait)
    window.addEventListener('online', () => resolve(), { once: true })
  })

/**
 * Ends this device's session. This browser forgets first, so that nothing more is asked for; then the server is told, and
 * without a line told again once there is one, as long as the page is open: a copy of the tokens is worth nothing after it.
 * The caches go when the sign-in page shows, since the page in between still reads them.
 */
export async function signOut(): Promise<void> {
  const jwt = session.jwt()
  const refresh_token = session.refreshToken()
  const device_token = session.deviceToken() ?? ''
  const type = session.deviceType()
  session.clear()
  if (!jwt) return
  const told = endAtServer({ jwt, refresh_token, device_token, type }).catch((error: unknown) =>
    console.warn('The server was not told', error),
  )
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, TOLD_WITHIN_MS))])
}

interface Left {
  jwt: string
  refresh_token: string | null
  device_token: string
  type: number
}
async function endAtServer(left: Left): Promise<void> {
  let { jwt, refresh_token } = left
  for (;;) {
    try {
      await call(logout, { body: { type: left.type } }, { bearer: jwt })
      return
    } catch (error) {
      if (isApiError(error, 'TOKEN_EXPIRED') && refresh_token) {
        const used = refresh_token
        const pair = await send(refreshTokens, {
          body: { refresh_token: used, device_token: left.device_token },
        }).catch(onlyWithoutLine)
        if (pair) {
          jwt = pair.access_token
          refresh_token = pair.refresh_token
          continue
        }
      } else onlyWithoutLine(error)
      await soon(TELL_AGAIN_MS)
    }
  }
}
/** What a server says is its answer; where there is none, it is asked again. */
function onlyWithoutLine(error: unknown): undefined {
  if (!isApiError(error) || (error.http > 0 && error.http < 502)) throw error
}
