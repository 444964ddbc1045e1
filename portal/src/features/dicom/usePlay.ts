import { useEffect, useRef } from 'react'

/** Steps through a film by the clock; a picture that is not there yet is waited for, and none is skipped. */
export function usePlay(playing: boolean, stepMs: number, ready: boolean, next: () => void): void {
  const now = useRef({ ready, next })
  now.current = { ready, next }
  useEffect(() => {
    if (!playing) return undefined
    let due = performance.now() + stepMs
    let request = requestAnimationFrame(tick)
    function tick(time: number) {
      if (time >= due && now.current.ready) {
        now.current.next()
        // After a wait it goes on from here, and does not catch up.
        due = time - due > 2 * stepMs ? time + stepMs : due + stepMs
      }
      request = requestAnimationFrame(tick)
    }
    return () => cancelAnimationFrame(request)
  }, [playing, stepMs])
}
