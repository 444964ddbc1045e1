import { CALCULATION_MS, type Calculation } from '@teleward/contract/forms/calculate.ts'
import type { Form } from '@teleward/contract/forms/compile.ts'
import type { FormState } from '@teleward/contract/forms/state.ts'
import { useEffect, useRef, useState } from 'react'

const NOTHING: Calculation = { values: {}, fault: null }
const AFTER_MS = 150

/**
 * What the calculated questions say, beside the page: the library comes with the first form that has one. An expression that
 * does not end is stopped, and said.
 */
export function useCalculated(form: Form, state: FormState): Calculation {
  const [found, setFound] = useState<Calculation>(NOTHING)
  const worker = useRef<Worker | null>(null)
  const ready = useRef(false)
  const stopped = useRef(false)
  const waits = form.calculated.length > 0
  useEffect(() => () => worker.current?.terminate(), [])
  useEffect(() => {
    if (!waits || stopped.current) return
    let over: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      worker.current ??= new Worker(new URL('./calculate.worker.ts', import.meta.url), { type: 'module' })
      const thread = worker.current
      const begin = () => {
        over = setTimeout(() => {
          // Answering the next question would only begin it anew.
          stopped.current = true
          thread.terminate()
          worker.current = null
          setFound({ values: {}, fault: { code: 'slow', linkIds: form.calculated.map(({ linkId }) => linkId) } })
        }, CALCULATION_MS)
        thread.postMessage({ content: form.content, state })
      }
      thread.onmessage = ({ data }: MessageEvent<Calculation | 'ready'>) => {
        if (data === 'ready') {
          ready.current = true
          return begin()
        }
        clearTimeout(over)
        setFound(data)
      }
      if (ready.current) begin()
    }
    const timer = setTimeout(ask, AFTER_MS)
    return () => {
      clearTimeout(timer)
      clearTimeout(over)
    }
  }, [form, state, waits])
  return found
}
