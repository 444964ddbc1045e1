export type SessionState = 'signedOut' | 'locked' | 'active' | 'refreshing' | 'forcedOut'

/**
 * The steps of a session as the tables of states have them. The server keeps no such state: it follows from rows of
 * sessions, refresh tokens and counters, which is why the model goes by the table.
 */
export const sessionSteps = {
  signIn: { from: ['signedOut'], to: 'active' },
  wrongPassword: { from: ['signedOut'], to: 'signedOut' },
  lock: { from: ['signedOut'], to: 'locked' },
  stayLocked: { from: ['locked'], to: 'locked' },
  lockOver: { from: ['locked'], to: 'signedOut' },
  expire: { from: ['active'], to: 'refreshing' },
  renewed: { from: ['refreshing'], to: 'active' },
  expired: { from: ['refreshing'], to: 'signedOut' },
  reused: { from: ['refreshing'], to: 'signedOut' },
  forcedOut: { from: ['active'], to: 'forcedOut' },
  signOut: { from: ['active'], to: 'signedOut' },
} as const satisfies Record<string, { from: readonly SessionState[]; to: SessionState }>
export type SessionAction = keyof typeof sessionSteps
