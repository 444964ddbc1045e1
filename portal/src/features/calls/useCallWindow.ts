import { useEffect, useState } from 'react'
import { ensureTexts } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'

type Part = typeof import('./Overlay.tsx')
/** By then the first screen stands; whoever is called answers later than that. */
const AFTER_FIRST_SCREEN_MS = 1000
const AGAIN_MS = 2000

/**
 * The window of a call. The first screen does without it: it comes beside that, and at once when a call begins. Until it is there,
 * the chip in the top bar has the buttons; what could not be loaded is asked for again.
 */
export function useCallWindow(wanted: boolean): Part['Overlay'] | null {
  const [part, setPart] = useState<Part | null>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (part) return
    let over = false
    const load = () =>
      void loadChunk(() =>
        Promise.all([import('./Overlay.tsx'), ensureTexts('mediafaults')]).then(([loaded]) => loaded),
      ).then(
        (loaded) => !over && setPart(loaded),
        // Without a call nobody misses it yet: it is asked for when one begins.
        () => !over && wanted && setFailures(failures + 1),
      )
    const timer = setTimeout(load, failures > 0 ? AGAIN_MS : wanted ? 0 : AFTER_FIRST_SCREEN_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [part, wanted, failures])
  return part?.Overlay ?? null
}
