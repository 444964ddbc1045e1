import type { Tag } from '@teleward/contract/core/endpoint.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '../api/errors.ts'
import { invalidateTags, showError } from '../api/query.ts'

/** By thing, the newest version that an own step has answered, whether or not a list has come again since. */
const answered = new Map<string, number>()
/** What an own step on it came to. */
export const stepped = (of: string, version: number): void => void answered.set(of, version)
/** The version of it as this person knows it, for the next step. */
export const versionOf = (of: string, version: number): number => Math.max(version, answered.get(of) ?? 0)

const last = new Map<string, Promise<unknown>>()
/** One behind the other, where it is the same thing: the second begins once it is known what the first came to. */
function inTurn<T>(of: string, work: () => Promise<T>): Promise<T> {
  const now = (last.get(of) ?? Promise.resolve()).then(work, work)
  last.set(of, now)
  const over = () => {
    if (last.get(of) === now) last.delete(of)
  }
  now.then(over, over)
  return now
}

export interface Asked<T> {
  done?(after: T): void
  /** Somebody else was first, and what it is now. True where the question that the step answers is put once more. */
  again?(current: T): boolean
  /** The step is none any more. */
  over?(): void
}

interface Step<T extends { version: number }> {
  /** What it is done to, as `visit:17`. */
  of: string
  version: number
  send(version: number): Promise<T>
  /** Reads out of a refusal what it is now. */
  current: z.ZodType<T>
  illegal: ErrorCode
  tags: readonly Tag[]
  done(after: T): void
  /** Somebody else was first, and no question stands open. */
  stale(current: T | undefined): void
  asked?: Asked<T>
}

async function take<T extends { version: number }>(step: Step<T>): Promise<void> {
  const { of, asked = {} } = step
  try {
    const after = await inTurn(of, async () => {
      const now = await step.send(versionOf(of, step.version))
      stepped(of, now.version)
      return now
    })
    step.done(after)
    asked.done?.(after)
  } catch (error) {
    const stale = isApiError(error, 'VERSION_STALE') ? error : undefined
    // Whatever was refused stands otherwise than it was shown.
    if (isApiError(error) && error.http >= 400 && error.http < 500) void invalidateTags(step.tags)
    if (isApiError(error, step.illegal)) asked.over?.()
    if (!stale) return showError(error)
    const current = step.current.safeParse(stale.data)
    if (!(current.success && asked.again?.(current.data))) step.stale(current.data)
  }
}

/**
 * Takes steps on things that others take steps on, too. Whoever takes two of them one behind the other is no colleague of
 * themselves, however late the first answer comes, and each is told of.
 */
export function useStepping() {
  const [running, setRunning] = useState<readonly string[]>([])
  const stepping = useCallback(async <T extends { version: number }>(step: Step<T>) => {
    setRunning((now) => [...now, step.of])
    await take(step)
    setRunning((now) => now.toSpliced(now.lastIndexOf(step.of), 1))
  }, [])
  return { take: stepping, busy: running.length > 0, running }
}

/**
 * A question that a step needs answered. It stays, with what was written, until the step is done or is none any more; where
 * somebody else was first it is put once more, about what the thing is now. `asked` is for the step that this very question
 * takes: once it has been put aside, or another one stands there, it is not touched any more.
 */
export function useQuestion<T, Q extends { row: T }>() {
  type Put = Q & { changed?: true }
  const [asking, setAsking] = useState<Put | null>(null)
  const now = useRef<Put | null>(null)
  const ask = useCallback((question: Put | null) => {
    now.current = question
    setAsking(question)
  }, [])
  const asked = useCallback(
    (question: Put): Required<Asked<T>> => {
      const end = () => {
        if (now.current === question) ask(null)
      }
      const again = (row: T) => {
        if (now.current !== question) return false
        ask({ ...question, row, changed: true })
        return true
      }
      return { done: end, over: end, again }
    },
    [ask],
  )
  return { asking, ask, asked }
}
