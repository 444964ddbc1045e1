import type { ReactNode } from 'react'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'

interface Props {
  title: string
  total: number | undefined
  query: { data: unknown; error: unknown; isPending: boolean; isError: boolean; refetch: () => unknown }
  empty: string
  children: ReactNode
}
/** The last few of something beside what was measured: loading, failed and none are said. */
export function Lately({ title, total, query, empty, children }: Props) {
  return (
    <section className="monpart">
      <h2 className="sech">
        {title} {total !== undefined && <span className="num t3">{total}</span>}
      </h2>
      {query.isPending && <SkeletonBlock lines={2} />}
      {query.isError && query.data === undefined && (
        <FailedLine error={query.error} onRetry={() => void query.refetch()} />
      )}
      {total === 0 && <p className="t3 f13">{empty}</p>}
      {total !== undefined && total > 0 && (
        <ul className="monalerts" aria-label={title}>
          {children}
        </ul>
      )}
    </section>
  )
}
