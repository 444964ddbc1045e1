import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

interface Props<T> {
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** How high the card is while it is asked for. */
  lines: number
  children: (data: T) => ReactNode
}
/** A card of the page by itself: it waits and fails without the others, and what was there stays. */
export function Loaded<T>({ answer: { data, error, refetch }, lines, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (!error) return <SkeletonBlock lines={lines} />
  return (
    <ErrorState title={t('home.failed')} text={wordsOf(error)} code={codeOf(error)} onRetry={() => void refetch()} />
  )
}
