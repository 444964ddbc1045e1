/**
 * When a screen counts as untouched (decision 27). A touch in any tab counts for all tabs of the browser; so does what a person
 * does without touching: a call, which is never locked, and a film or a voice that plays. Pure, so that time can be played.
 */
export type LockWord = 'touched' | 'locked' | 'opened'

/** What a tab holds just now that counts as a touch. */
export interface Engaged {
  call: boolean
  playing: boolean
}
/** What is to be done about it. */
export type Verdict = { tell?: LockWord; lock?: boolean }

/** Other tabs hear of a touch at most this often, and of what goes on as often. */
const TELL_MS = 5000

export interface Inactivity {
  touched(now: number): Verdict
  /** Asked every few seconds. */
  check(now: number, engaged: Engaged, locked: boolean): Verdict
  /** Another tab of the same person said so. */
  heard(word: LockWord, now: number, engaged: Engaged): Verdict
}

export function createInactivity(afterMs: number, startedAt: number): Inactivity {
  let touchedAt = startedAt
  let toldAt = Number.NEGATIVE_INFINITY
  const touched = (now: number): Verdict => {
    touchedAt = now
    if (now - toldAt < TELL_MS) return {}
    toldAt = now
    return { tell: 'touched' }
  }
  return {
    touched,
    check(now, { call, playing }, locked) {
      // Beneath a lock nothing is touched: what plays on there does not keep it from another tab either.
      if (call || (playing && !locked)) return touched(now)
      return now - touchedAt >= afterMs && !locked ? { tell: 'locked', lock: true } : {}
    },
    heard(word, now, { call }) {
      // A tab that slept through the words of this one: nobody is locked out of a call, nor would a reload of it be.
      if (word === 'locked' && call) return { ...touched(now), tell: 'opened', lock: false }
      touchedAt = now
      return word === 'touched' ? {} : { lock: word === 'locked' }
    },
  }
}

/** A film, a recorded call, a voice: what plays from a file. The live picture of a call is no sign of its own. */
export const playsFile = (page: ParentNode): boolean =>
  [...page.querySelectorAll<HTMLMediaElement>('video, audio')].some(
    (media) => !media.paused && !media.ended && !media.srcObject,
  )
