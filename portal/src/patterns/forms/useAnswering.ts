import { withCalculated } from '@teleward/contract/forms/calculate.ts'
import { faultsOf, type FaultAt } from '@teleward/contract/forms/check.ts'
import type { Form } from '@teleward/contract/forms/compile.ts'
import { enabledOf } from '@teleward/contract/forms/enable.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Writer } from './answering.ts'
import { useCalculated } from './useCalculated.ts'

/** What is asked now, what is answered, and what is wrong with it. `whole`: also what is still missing. */
export function useAnswering(form: Form, writer: Writer, whole: boolean) {
  const now = useSyncExternalStore(writer.subscribe, writer.get)
  const calculation = useCalculated(form, now.state)
  const state = useMemo(() => withCalculated(now.state, calculation), [now.state, calculation])
  const enabled = useMemo(() => enabledOf(form, state), [form, state])
  const faults = useMemo(() => {
    const found = new Map<string, FaultAt>()
    for (const one of faultsOf(enabled, state, whole)) found.set(one.key, one)
    return found
  }, [enabled, state, whole])
  useEffect(() => {
    const again = () => void writer.flush()
    globalThis.addEventListener('online', again)
    globalThis.addEventListener('pagehide', again)
    return () => {
      globalThis.removeEventListener('online', again)
      globalThis.removeEventListener('pagehide', again)
    }
  }, [writer])
  return { ...now, state, enabled, faults, fault: calculation.fault }
}
export type Answered = ReturnType<typeof useAnswering>
