import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { FrameBytes, FrameFault } from './bytes.ts'
import { FrameError } from './bytes.ts'
import { type Shown, Stage } from './engine.ts'
import type { Series } from './stack.ts'
import type { View } from './view.ts'

export interface Drawn extends Shown {
  index: number
}
export interface StageState {
  stage: Stage | null
  /** What is on the screen now; another one may be on its way. */
  drawn: Drawn | null
  /** Of the picture that is wanted. */
  fault: FrameFault | null
  /** How many of all pictures are there. */
  loaded: number
  retry: () => void
}

/** Draws the wanted picture of a series as it is looked at; nothing else stays under its number. */
export function useStage(
  element: RefObject<HTMLDivElement | null>,
  series: Series,
  bytes: FrameBytes,
  index: number,
  view: View,
): StageState {
  const [stage, setStage] = useState<Stage | null>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [fault, setFault] = useState<{ index: number; fault: FrameFault } | null>(null)
  const [loaded, setLoaded] = useState(0)
  const [tries, setTries] = useState(0)
  const begun = useRef<Stage | null>(null)
  const latest = useRef(view)
  latest.current = view
  const { places } = series
  useEffect(() => {
    if (!element.current) return undefined
    const made = new Stage(element.current, places, bytes)
    setStage(made)
    const watch = new ResizeObserver(() => {
      made.resize()
      const again = made.look(latest.current)
      if (again) setDrawn((now) => now && { ...now, ...again })
    })
    watch.observe(element.current)
    return () => {
      watch.disconnect()
      made.close()
      setStage(null)
      setDrawn(null)
    }
  }, [element, places, bytes])
  const wanted = useRef(index)
  wanted.current = index
  const running = useRef<Stage | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture or another try begins it again.
  useEffect(() => {
    if (!stage || running.current === stage) return
    running.current = stage
    // Who leafs faster than pictures are drawn sees some of them on the way, and the last one for sure.
    const draw = async () => {
      for (let done = -1; done !== wanted.current; ) {
        done = wanted.current
        try {
          const shown = await stage.show(done, latest.current)
          if (!shown) return
          setFault(null)
          setDrawn({ ...shown, index: done })
          if (begun.current !== stage) {
            begun.current = stage
            // The first one is seen before others take the line.
            void stage.ahead(done, setLoaded)
          }
        } catch (error) {
          setFault({ index: done, fault: error instanceof FrameError ? error.fault : 'undecodable' })
          if (!(error instanceof FrameError)) console.error(error)
        }
      }
    }
    void draw().finally(() => {
      running.current = null
    })
  }, [stage, index, tries])
  useEffect(() => {
    const shown = stage?.look(view)
    if (shown) setDrawn((now) => now && { ...now, ...shown })
  }, [stage, view])
  const retry = useCallback(() => setTries((now) => now + 1), [])
  return { stage, drawn, fault: fault?.index === index ? fault.fault : null, loaded, retry }
}
