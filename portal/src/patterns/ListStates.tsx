import { WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { codeOf } from '../api/errors.ts'
import { errorMessage } from '../api/query.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { formatTime } from '../ui/format.ts'
import { SkeletonRows } from '../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import type { ListPageProps } from './listProps.ts'

const MOST_SKELETONS = 10

/** Loading, failed, empty, or the rows; the same on every list. */
export function ListStates<Row>(props: ListPageProps<Row> & { children: ReactNode }) {
  const t = useT()
  const { source, chips, tall, pageSize, children } = props
  const { narrowed = false, ...empty } = props.empty
  const retry = () => void source.refetch()
  if (!source.data) {
    if (!source.error) return <SkeletonRows rows={Math.min(pageSize, MOST_SKELETONS)} height={tall ? 44 : 40} />
    return (
      <ErrorState
        title={props.failed ?? t('common.list.failed')}
        text={
          <>
            {errorMessage(source.error)} {t('common.list.kept')}
          </>
        }
        code={codeOf(source.error)}
        onRetry={retry}
      />
    )
  }
  return (
    <>
      {source.error && (
        <div className="alert warn stale" role="status">
          <WarningOutlined />
          <span className="grow">{t('common.list.stale', { time: formatTime(source.dataUpdatedAt) })}</span>
          <Button size="sm" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {source.data.data.length > 0 ? (
        children
      ) : chips && chips.length > 0 && !narrowed ? (
        <EmptyState
          title={t('common.list.emptyTitle')}
          text={t('common.list.emptyText')}
          actions={props.onClearChips && <Button onClick={props.onClearChips}>{t('common.clearAll')}</Button>}
        />
      ) : (
        <EmptyState {...empty} />
      )}
    </>
  )
}
