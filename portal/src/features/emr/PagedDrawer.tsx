import type { Page } from '@teleward/contract/core/endpoint.ts'
import { Drawer, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'

export const DRAWER_PAGE = 20

interface Props<Row> {
  title: string
  size: number
  open: boolean
  onClose: () => void
  /** Above the list: a search. */
  head?: ReactNode
  source: { data: Page<Row> | undefined; error: Error | null; isPending: boolean; refetch: () => unknown }
  failed: string
  empty: { title: string; text: string }
  page: number
  onPage: (page: number) => void
  children: (rows: Row[]) => ReactNode
}

/** A drawer with pages of something older: it loads, fails, is empty or lists, the same each time. */
export function PagedDrawer<Row>({ title, size, open, onClose, head, source, failed, empty, ...rest }: Props<Row>) {
  const { data, error, isPending, refetch } = source
  return (
    <Drawer open={open} onClose={onClose} title={title} size={size} styles={{ body: { padding: 0 } }} destroyOnHidden>
      {head}
      {error ? (
        <ErrorState title={failed} text={errorMessage(error)} code={codeOf(error)} onRetry={() => void refetch()} />
      ) : isPending || !data ? (
        <SkeletonRows />
      ) : data.data.length === 0 ? (
        <EmptyState title={empty.title} text={empty.text} />
      ) : (
        rest.children(data.data)
      )}
      {data && data.total > DRAWER_PAGE && (
        <Pagination
          className="recpages"
          size="small"
          current={rest.page}
          pageSize={DRAWER_PAGE}
          total={data.total}
          showSizeChanger={false}
          onChange={rest.onPage}
        />
      )}
    </Drawer>
  )
}
