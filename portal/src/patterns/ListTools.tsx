import {
  AppstoreOutlined,
  CalendarOutlined,
  DownloadOutlined,
  InsertRowAboveOutlined,
  ProjectOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { showError } from '../api/query.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { type Column, columnName, type ListViewPreferences, type ListView } from './list.ts'
import type { ListPageProps } from './listProps.ts'
import { chosenColumns } from './listTools.ts'

type Sorted<Row> = Pick<ListPageProps<Row>, 'columns' | 'sort' | 'onSort'>
type Props<Row> = Sorted<Row> & Pick<ListPageProps<Row>, 'looks' | 'views'>

const icons: Record<ListView, ReactNode> = {
  table: <UnorderedListOutlined />,
  card: <AppstoreOutlined />,
  board: <ProjectOutlined />,
  calendar: <CalendarOutlined />,
}

/** How the list is looked at, and which columns; at the right end of the filter row. */
export function ListTools<Row>({ looks, views, columns, sort, onSort }: Props<Row>) {
  const t = useT()
  return (
    <span className="listtools">
      {looks.view === 'card' && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      {looks.view === 'table' && (
        <Disclosure
          label={t('common.list.columns')}
          button={
            <>
              <InsertRowAboveOutlined />
              <span className="sr">{t('common.list.columns')}</span>
            </>
          }
        >
          <ColumnChoice columns={columns} looks={looks} />
        </Disclosure>
      )}
      {views.length > 1 && (
        <span className="viewswitch">
          {views.map((view) => (
            <button
              key={view}
              type="button"
              className={`icbtn ${looks.view === view ? 'on' : ''}`}
              aria-pressed={looks.view === view}
              aria-label={`${t('common.list.view.title')}: ${t(`common.list.view.${view}`)}`}
              title={t(`common.list.view.${view}`)}
              onClick={() => looks.set({ view })}
            >
              {icons[view]}
            </button>
          ))}
        </span>
      )}
    </span>
  )
}

function ColumnChoice<Row>({ columns, looks }: { columns: readonly Column<Row>[]; looks: ListViewPreferences }) {
  const t = useT()
  const shown = chosenColumns(columns, looks.cols).map(({ key }) => key)
  const toggle = (key: string) => {
    const next = shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key]
    looks.set({ cols: columns.map((column) => column.key).filter((one) => next.includes(one)) })
  }
  return (
    <div className="colchoice">
      <b className="f13">{t('common.list.columns')}</b>
      {columns.map((column) => (
        <label key={column.key} className="check">
          <input
            type="checkbox"
            checked={shown.includes(column.key)}
            disabled={column.fixed}
            onChange={() => toggle(column.key)}
          />
          {columnName(column)}
        </label>
      ))}
      <Button size="sm" disabled={!looks.cols?.length} onClick={() => looks.set({ cols: undefined })}>
        {t('common.list.columnsStandard')}
      </Button>
    </div>
  )
}

/** Cards have no head to click: the same orders in words. */
export function SortSelect<Row>({ columns, sort, onSort }: Sorted<Row>) {
  const t = useT()
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  const known: (string | undefined)[] = sortable.flatMap(({ sort: name }) => [name, `-${name}`])
  return (
    <select
      className="pagesize"
      aria-label={t('common.list.sort')}
      value={known.includes(sort) ? sort : 'default'}
      onChange={(event) => onSort(event.target.value)}
    >
      <option value="default">{t('common.list.sortStandard')}</option>
      {sortable.flatMap((column) => [
        <option key={column.key} value={column.sort}>
          {t('common.list.sortUp', { column: columnName(column) })}
        </option>,
        <option key={`-${column.key}`} value={`-${column.sort}`}>
          {t('common.list.sortDown', { column: columnName(column) })}
        </option>,
      ])}
    </select>
  )
}

/** The list as it is filtered now, all its pages, as an Excel file. */
export function ExportButton({ run }: { run: () => Promise<void> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    run()
      .catch(showError)
      .finally(() => setBusy(false))
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={start}>
      {t('common.list.export')}
    </Button>
  )
}
