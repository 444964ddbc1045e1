import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Ask } from './notify.ts'

/** By then the first screen stands. */
const AFTER_FIRST_SCREEN_MS = 3000

/**
 * Asks before an act, and what is to stand in the page for it. Its dialog is loaded when the first screen stands, at the
 * latest when something is asked; where it cannot be loaded, the browser's own asks.
 */
export function useQuestions(): [Ask, ReactNode] {
  const [part, setPart] = useState<ReactNode>(null)
  const loading = useRef<Promise<Ask> | null>(null)
  const load = useCallback(async () => {
    loading.current ??= import('./Questions.tsx').then(
      ({ default: Questions }) => new Promise((ready) => setPart(<Questions ready={ready} />)),
    )
    try {
      return await loading.current
    } catch {
      // The next question loads it once more.
      loading.current = null
      return null
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void load(), AFTER_FIRST_SCREEN_MS)
    return () => clearTimeout(timer)
  }, [load])
  const ask = useCallback<Ask>(
    async (question) => {
      const dialog = await load()
      if (dialog) return dialog(question)
      return window.confirm([question.title, typeof question.text === 'string' ? question.text : ''].join('\n'))
    },
    [load],
  )
  return [ask, part]
}
