import type { loginAnswer } from '@teleward/contract/auth/schema.ts'
import type { z } from 'zod'
import { createStore } from '../lib/store.ts'
import { VENUE_DATABASE } from './venue-database.ts'

/**
 * The session in the browser's local storage: these keys and no others (AUTH-16). Theme, language and remembered
 * accounts are cookies, drafts are in IndexedDB.
 */
export const STORAGE_KEYS = [
  'userInfo',
  'jwt',
  'refresh_token',
  'device_token',
  'device_type',
  'device_apns',
  'partnerid',
  'cart_token',
  'p2p_tomid',
  'p2p_queueid',
] as const
type StorageKey = (typeof STORAGE_KEYS)[number]

/** 3 is the web, 1 the iOS app, which sets the key before it loads the portal. */
const WEB = '3'

export type LoginAnswer = z.output<typeof loginAnswer>
/** The person at work, no patient data. */
export type UserInfo = LoginAnswer['data'] & { verified: boolean }

/** Why a session ended, and what the shell does about it. */
export type SessionEnd =
  /** Dialog over the page: sign in again as the same person, everything stands as before. */
  | { kind: 'over' }
  /** To the sign-in page, with the way back. */
  | { kind: 'login'; reason: 'expired' | 'signedOut' | 'device' | 'cancelled' | 'closed'; code?: string }
  /** Dialog 'logged in on another device'. */
  | { kind: 'forcedOut' }

/** What the person has yet to answer in a dialog. */
export type PendingEnd = Exclude<SessionEnd, { kind: 'login' }>

const get = (key: StorageKey) => localStorage.getItem(key)
function set(key: StorageKey, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

/** What is kept lies in local storage: listeners are told that it is another. */
const changes = createStore(null)
const endListeners = new Set<(end: SessionEnd) => void>()
const elsewhere = createStore(null)
/** Over or forced out: the tokens are gone, the page still stands, and the person has yet to answer the dialog. */
let pending: PendingEnd | null = null
/** Ended already, and nobody signed in since: calls that were under way are refused one after the other. */
let ended = false
let userText: string | null = null
let user: UserInfo | null = null
/** Whoever is signed in on this page, or was last. */
let lastMid: number | undefined

const changed = changes.notify
/** What a page without a line would open with goes with the session, its key as well. */
const forgetVenue = () => void globalThis.indexedDB?.deleteDatabase(VENUE_DATABASE)

function readUser(): UserInfo | null {
  const text = get('userInfo')
  if (text === userText) return user
  userText = text
  try {
    user = text ? (JSON.parse(text) as UserInfo) : null
  } catch {
    // Damaged by hand: as good as signed out, the next sign-in writes it anew.
    user = null
  }
  lastMid = user?.mid ?? lastMid
  return user
}

export const session = {
  jwt: () => get('jwt'),
  refreshToken: () => get('refresh_token'),
  deviceToken: () => get('device_token'),
  deviceType: () => Number(get('device_type') ?? WEB),
  user: readUser,
  lastMid: () => readUser()?.mid ?? lastMid,
  pending: () => pending,
  /**
   * Signed in and verified, signed in but unverified, or not at all. Under the dialog of an end everything stands as before:
   * a change of page that was begun a moment earlier leads there, and not away from the dialog.
   */
  standing(): 'none' | 'unverified' | 'active' {
    if (!get('jwt') && !pending) return 'none'
    return readUser()?.verified === false ? 'unverified' : 'active'
  },

  /** After a sign-in, also one that ended as `unfinsh_verify`. */
  start(answer: LoginAnswer): void {
    pending = null
    ended = false
    set('jwt', answer.token)
    set('refresh_token', answer.refresh_token)
    set('device_token', answer.device_token)
    set('device_type', get('device_type') ?? WEB)
    set('partnerid', String(answer.data.partner_id))
    set('userInfo', JSON.stringify({ ...answer.data, verified: answer.status === 'OK' } satisfies UserInfo))
    changed()
  },
  /** The phone has been verified since the sign-in. */
  verified(): void {
    const now = readUser()
    if (!now) return
    set('userInfo', JSON.stringify({ ...now, verified: true, mobilecode: 1 } satisfies UserInfo))
    changed()
  },
  renew(jwt: string, refreshToken: string): void {
    set('jwt', jwt)
    set('refresh_token', refreshToken)
  },
  /** Removes what belongs to the person; `device_token` and drafts stay with the browser. */
  clear(): void {
    pending = null
    readUser()
    for (const key of ['jwt', 'refresh_token', 'userInfo', 'cart_token', 'p2p_tomid', 'p2p_queueid'] as const)
      set(key, null)
    forgetVenue()
    changed()
  },
  /** Ends it for a reason; the shell listens and shows the dialog or the sign-in page. The first reason stands. */
  end(end: SessionEnd): void {
    if (pending || (ended && !get('jwt'))) return
    ended = true
    if (end.kind === 'login') this.clear()
    else {
      pending = end
      forgetVenue()
      set('jwt', null)
      set('refresh_token', null)
      changed()
    }
    for (const listener of endListeners) listener(end)
  },
  onEnd(listener: (end: SessionEnd) => void): () => void {
    endListeners.add(listener)
    return () => endListeners.delete(listener)
  },
  /** Another tab signed in or out, or as somebody else. */
  onElsewhere: elsewhere.subscribe,
  subscribe: changes.subscribe,
}

/** A sign-out in another tab takes key after key away: only what stands then still is a session that is over. */
const SETTLED_MS = 200
/** Over in another tab, whose dialog waits for the password: this one waits with it, and nothing of it may be read meanwhile. */
function overElsewhere(): void {
  if (!get('jwt') && readUser()) session.end({ kind: 'over' })
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== 'jwt' && event.key !== 'userInfo' && event.key !== null) return
    if (get('jwt')) ended = false
    if (get('jwt') || !readUser()) pending = null
    else setTimeout(overElsewhere, SETTLED_MS)
    elsewhere.notify()
    changed()
  })
