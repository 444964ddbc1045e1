import { PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { getSNs } from '@teleward/contract/crm/endpoints.ts'
import { MOST_AT_ONCE } from '@teleward/contract/crm/rules.ts'
import { caseSort, type CaseRow } from '@teleward/contract/crm/schema.ts'
import { Checkbox } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe, useRight } from '../../api/me.ts'
import { mutateEndpoint, showError } from '../../api/query.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { t, useT } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import type { Column, RowKey, ListView } from '../../patterns/list.ts'
import { useListFrame } from '../../patterns/listTools.ts'
import { usePickedRows } from '../../patterns/pickedRows.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { maySay, mayStep, type RowStep, type Viewer } from './board.ts'
import { CaseCard } from './CaseCard.tsx'
import { columnsOf } from './columns.tsx'
import { Detail } from './Detail.tsx'
import { CaseFilters, chipsOfCases } from './Filters.tsx'
import { MoreSteps, NextStep } from './RowButtons.tsx'
import { NO_FILTERS, useCaseSearch } from './search.ts'
import { StepDialog } from './StepDialog.tsx'
import { Totals } from './Totals.tsx'
import { type CaseSteps, useCaseSteps } from './useCaseSteps.ts'
import { useCases } from './useCases.ts'
import './crm.css'

const CaseForm = lazy(() => loadChunk(async () => ({ default: (await import('./CaseForm.tsx')).CaseForm })))
const ManyDialog = lazy(() => loadChunk(async () => ({ default: (await import('./ManyDialog.tsx')).ManyDialog })))
const WholeBoard = lazy(() => loadChunk(async () => ({ default: (await import('./Board.tsx')).WholeBoard })))

const STANDARD = { views: ['table', 'card', 'board'] as readonly ListView[], pageSize: 20 }

/** `/crm`: the cases of the own units, what is about to be late on top. */
export default function CasesPage() {
  const t = useT()
  const [asked, change] = useCaseSearch()
  const value = { ...asked, sort: caseSort.safeParse(asked.sort).data }
  const [q, setQ] = useState('')
  const { mid } = useMe()
  const right = useRight('crm.write')
  const viewer: Viewer = { mid, right }
  const writes = right !== '-'
  const frame = useListFrame('/crm', value, change, STANDARD)
  const { query, list, counts, config, news, failed } = useCases(value, q, frame.pageSize, mid)
  const steps = useCaseSteps(viewer)
  const [many, setMany] = useState(false)
  const [noteOf, setNoteOf] = useState({ sn: 0, times: 0 })
  const rows = list.data?.data ?? []
  const { picked, isPicked, pick, clear } = usePickedRows(rows, ({ sn }) => sn, MOST_AT_ONCE)
  const open = (sn: number | undefined) => change({ open: sn })
  const askMany = () =>
    picked.length > 0 ? setMany(true) : notify({ kind: 'info', key: 'cases', title: t('crm.many.none') })
  useKeys([
    ...(writes
      ? [
          { keys: 'a', label: t('crm.key.add'), run: () => change({ add: '1' }) },
          { keys: 'Shift+X', label: t('crm.key.many'), run: askMany },
        ]
      : []),
  ])
  const stepKey = (keys: string, step: RowStep, label: string): RowKey<CaseRow> => ({
    keys,
    label,
    run: (row) => !steps.asking && mayStep(step, row, viewer) && steps.run(step, row),
  })
  const rowKeys: RowKey<CaseRow>[] = writes
    ? [
        { keys: 'x', label: t('crm.key.select'), run: pick },
        stepKey('t', 'take', t('crm.key.take')),
        {
          keys: 'n',
          label: t('crm.key.note'),
          run: (row) => {
            if (!maySay(row, viewer)) return
            open(row.sn)
            setNoteOf(({ times }) => ({ sn: row.sn, times: times + 1 }))
          },
        },
        stepKey('f', 'finish', t('crm.key.finish')),
      ]
    : []
  const select: Column<CaseRow> = {
    key: 'select',
    title: <span className="sr">{t('crm.col.select')}</span>,
    name: t('crm.col.select'),
    width: 40,
    fixed: true,
    cell: (row) => (
      <Checkbox
        className="casepick"
        aria-label={`${t('crm.col.select')} ${row.title}`}
        checked={isPicked(row)}
        onChange={() => pick(row)}
      />
    ),
  }
  const chips = chipsOfCases({ value, config, change, row: rows[0] })
  // None that one has: narrowed to those, and by nothing else.
  const mineEmpty = value.assigned === 'me' && value.state === 'running' && chips.length === 1 && !q

  return (
    <>
      <ListPage<CaseRow>
        title={t('screens.name.crm')}
        actions={
          writes && (
            <>
              {picked.length > 0 && <Button onClick={askMany}>{t('crm.many.button', { count: picked.length })}</Button>}
              <Button kind="primary" icon={<PlusOutlined />} onClick={() => change({ add: '1' })}>
                {t('crm.add')}
              </Button>
            </>
          )
        }
        filters={<CaseFilters value={value} q={q} config={config} change={change} onSearch={setQ} />}
        chips={[...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []), ...chips]}
        onClearChips={() => {
          setQ('')
          change(NO_FILTERS)
        }}
        above={
          <>
            {failed && list.data && (
              <div className="inlist">
                <FailedLine error={failed.error} onRetry={() => void failed.refetch()} />
              </div>
            )}
            {(counts || !failed) && <Totals counts={counts} value={value} change={change} />}
            <News {...news} />
          </>
        }
        source={list}
        rowKey={(row) => String(row.sn)}
        columns={writes ? [select, ...columnsOf()] : columnsOf()}
        rowClass={(row) => (row.state === 'open' ? '' : 'dim')}
        tall
        rowActions={(row) => (
          <>
            <NextStep bare row={row} viewer={viewer} steps={steps} />
            <MoreSteps row={row} viewer={viewer} steps={steps} />
          </>
        )}
        card={(row) => <CaseCard row={row} viewer={viewer} steps={steps} onOpen={() => open(row.sn)} />}
        drawer={(key, row, move) => (
          <Detail
            key={key}
            sn={Number(key)}
            row={row}
            viewer={viewer}
            steps={steps}
            config={config}
            focusNote={noteOf.sn === Number(key) ? noteOf.times : 0}
            onCase={open}
            move={move}
          />
        )}
        open={value.open === undefined ? null : String(value.open)}
        onOpen={(key) => open(key === null ? undefined : Number(key))}
        {...frame}
        other={{
          board: (
            <Suspense fallback={<SkeletonBlock lines={10} />}>
              <WholeBoard query={query} viewer={viewer} steps={steps} open={value.open} onOpen={open} />
            </Suspense>
          ),
        }}
        exportList={() => exportSheet(getSNs, { body: query })}
        rowKeys={rowKeys}
        empty={
          mineEmpty
            ? {
                narrowed: true,
                title: t('crm.emptyMine'),
                text: t('crm.emptyMineText'),
                ...(right === 'y'
                  ? { actions: <Button onClick={() => void takeOldest(steps)}>{t('crm.takeOldest')}</Button> }
                  : {}),
              }
            : { title: t('crm.empty'), text: t('crm.emptyText') }
        }
        failed={t('crm.failed')}
      />
      <StepDialog steps={steps} config={config} />
      <Suspense fallback={null}>
        {writes && value.add === '1' && (
          <CaseForm
            pid={value.pid}
            config={config}
            onClose={() => change({ add: undefined })}
            onMade={(sn) => change({ add: undefined, open: sn })}
          />
        )}
        {many && (
          <ManyDialog
            rows={picked}
            config={config}
            onClose={(done) => {
              setMany(false)
              if (done) clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** The one that has waited longest for somebody. */
async function takeOldest(steps: CaseSteps): Promise<void> {
  const body = { assigned: 'none', state: 'open', sort: 'opened', pageSize: 1 } as const
  try {
    const [oldest] = (await mutateEndpoint(getSNs, { body })).data
    if (oldest) steps.run('take', oldest)
    else notify({ kind: 'info', key: 'cases', title: t('crm.noneLeft') })
  } catch (error) {
    showError(error)
  }
}

/** The new-case flag. */
function News({ count, show }: { count: number; show: () => void }) {
  if (count === 0) return null
  return (
    <div className="alert info inlist" role="status">
      <ReloadOutlined />
      <span className="grow">{t('crm.news', { count })}</span>
      <Button size="sm" onClick={show}>
        {t('crm.showNews')}
      </Button>
    </div>
  )
}
