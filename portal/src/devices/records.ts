import type { Glucose, GlucoseContext } from './glucose.ts'

/** How long a measurement waits for the context that it has announced. */
const CONTEXT_WITHIN_MS = 2000

interface Waiting {
  measured: Glucose
  timer: ReturnType<typeof setTimeout>
}

/** Joins a meter's measurements with their contexts, which come apart, in either order, or not at all. */
export function joinContexts(done: (measured: Glucose, context: GlucoseContext | null) => void) {
  const waiting = new Map<number, Waiting>()
  let early: GlucoseContext | null = null
  function end(sequence: number, context: GlucoseContext | null): void {
    const found = waiting.get(sequence)
    if (!found) return
    clearTimeout(found.timer)
    waiting.delete(sequence)
    done(found.measured, context)
  }
  return {
    measurement(measured: Glucose): void {
      const { sequence } = measured
      // The same number again takes the place of the first, which is told as it is.
      end(sequence, null)
      if (early?.sequence === sequence) done(measured, early)
      else if (!measured.contextFollows) done(measured, null)
      else waiting.set(sequence, { measured, timer: setTimeout(() => end(sequence, null), CONTEXT_WITHIN_MS) })
    },
    context(context: GlucoseContext): void {
      early = waiting.has(context.sequence) ? null : context
      end(context.sequence, context)
    },
    /** The meter has sent all it had, or is gone: nothing more will come. */
    flush(): void {
      for (const sequence of [...waiting.keys()]) end(sequence, null)
      early = null
    },
  }
}
