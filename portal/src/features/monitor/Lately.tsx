import type { ReactNode } from 'react'
import { wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
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
        <p className="t3 f13" role="alert">
          {wordsOf(query.error)}{' '}
          <button type="button" className="link plainlink" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </button>
        </p>
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
