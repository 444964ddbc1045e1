import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useT } from '../i18n/i18n.ts'
import { Kbd } from '../ui/Kbd.tsx'
import type { ListPageProps } from './listProps.ts'
import { ALL_ROWS } from './listTools.ts'

const SIZES = [10, 20, 50, 100] as const
const AROUND = 1

/** 1 … 4 5 6 … 12; a gap is null. */
export function pagesShown(page: number, last: number): (number | null)[] {
  const shown: (number | null)[] = []
  for (let n = 1; n <= last; n++) {
    if (n === 1 || n === last || Math.abs(n - page) <= AROUND) shown.push(n)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}

export function ListFoot<Row>(props: ListPageProps<Row> & { phone: boolean }) {
  const t = useT()
  const { source, pageSize, onPage, rowKeys = [], phone, drawer, allRows } = props
  const total = source.data?.total ?? 0
  const whole = pageSize === ALL_ROWS
  const last = whole ? 1 : Math.max(1, Math.ceil(total / pageSize))
  if (total === 0 || (phone && last === 1)) return null
  return (
    <div className="foot2">
      {!phone && (
        <span className="row keyhint">
          <Kbd keys="J" />
          <Kbd keys="K" />
          {t('common.list.select')}
          {drawer && (
            <>
              <Kbd keys="Enter" />
              {t('common.details')}
            </>
          )}
          {rowKeys.slice(0, 2).map((key) => (
            <span className="row" key={key.keys}>
              <Kbd keys={key.keys.toUpperCase()} />
              {key.label}
            </span>
          ))}
        </span>
      )}
      {whole ? <span className="grow" /> : <Pages {...props} last={last} />}
      {!phone && (
        <select
          className="pagesize num"
          aria-label={t('common.list.pageSizeLabel')}
          value={pageSize}
          onChange={(event) => onPage({ pageSize: Number(event.target.value), page: 1 })}
        >
          {[...new Set([...SIZES, ...(allRows ? [ALL_ROWS] : []), pageSize])]
            .sort((a, b) => (a || Number.POSITIVE_INFINITY) - (b || Number.POSITIVE_INFINITY))
            .map((size) => (
              <option key={size} value={size}>
                {size === ALL_ROWS ? t('common.list.allRows') : t('common.list.pageSize', { size })}
              </option>
            ))}
        </select>
      )}
    </div>
  )
}

function Pages<Row>({ page, last, onPage }: ListPageProps<Row> & { last: number }) {
  const t = useT()
  return (
    <nav className="pg">
      <button
        type="button"
        disabled={page <= 1}
        aria-label={t('common.list.previousPage')}
        onClick={() => onPage({ page: page - 1 })}
      >
        <LeftOutlined />
      </button>
      {pagesShown(page, last).map((n, index) =>
        n === null ? (
          <span key={`gap-${index}`}>…</span>
        ) : (
          <button
            key={n}
            type="button"
            aria-current={n === page ? 'page' : undefined}
            aria-label={t('common.list.pageNumber', { page: n })}
            onClick={() => onPage({ page: n })}
          >
            {n}
          </button>
        ),
      )}
      <button
        type="button"
        disabled={page >= last}
        aria-label={t('common.list.nextPage')}
        onClick={() => onPage({ page: page + 1 })}
      >
        <RightOutlined />
      </button>
    </nav>
  )
}
