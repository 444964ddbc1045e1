import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../api/errors.ts'
import { errorMessage } from '../api/query.ts'
import { SkeletonBlock } from '../ui/Skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'

interface Props<T> {
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Says what could not be loaded. */
  failed: string
  /** How high the card is while it is asked for. */
  lines: number
  children: (data: T) => ReactNode
}
/** A part of a page by itself: it waits and fails without the others, and what was there stays. */
export function Loaded<T>({ answer: { data, error, refetch }, failed, lines, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (!error) return <SkeletonBlock lines={lines} />
  return <ErrorState title={failed} text={errorMessage(error)} code={codeOf(error)} onRetry={() => void refetch()} />
}
