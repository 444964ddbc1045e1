import { getSNs } from '@teleward/contract/crm/endpoints.ts'
import type { CaseQuery, CaseRow } from '@teleward/contract/crm/schema.ts'
import { type DragEvent, useMemo, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useListCursor } from '../../patterns/listCursor.ts'
import { useWhole } from '../../patterns/useWhole.ts'
import { formatNumber } from '../../ui/format.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { LANES, type Lane, laneOf, stepInto, type Viewer } from './board.ts'
import { useBoardKeys } from './useBoardKeys.ts'
import { MoreSteps, NextStep } from './RowButtons.tsx'
import type { CaseSteps } from './useCaseSteps.ts'
import { Left, numberOf, ownerText, patientAge, patientName, typeText } from './labels.tsx'
import '../../patterns/board.css'

interface Props {
  viewer: Viewer
  steps: CaseSteps
  open: number | undefined
  onOpen: (sn: number) => void
}

/** All cases of the question, by state. */
export function WholeBoard({ query, ...rest }: Props & { query: CaseQuery }) {
  const { data, error, refetch } = useWhole(
    getSNs,
    (page, pageSize) => ({ body: { ...query, sort: undefined, page, pageSize } }),
    ({ sn }) => sn,
  )
  if (!data && error)
    return (
      <ErrorState
        title={t('crm.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonBlock lines={10} />
  return (
    <>
      {data.rows.length < data.total && (
        <p className="alert warn inlist" role="status">
          {formatNumber(data.rows.length)} / {formatNumber(data.total)}
        </p>
      )}
      <Board
        rows={data.rows}
        lanes={query.state === 'running' ? LANES.filter((one) => one !== 'closed') : LANES}
        {...rest}
      />
    </>
  )
}

/**
 * A card that is dragged into a lane takes the step that leads there; lanes it cannot reach do not take it. By keys it goes to
 * the next lane that takes it, and the same steps stand on the card as buttons.
 */
function Board({
  rows,
  lanes,
  viewer,
  steps,
  open,
  onOpen,
}: Props & { rows: readonly CaseRow[]; lanes: readonly Lane[] }) {
  const [held, setHeld] = useState<number | null>(null)
  const [over, setOver] = useState<Lane | null>(null)
  const inLanes = useMemo(() => lanes.flatMap((lane) => rows.filter((row) => laneOf(row) === lane)), [lanes, rows])
  const { at, onCursor } = useListCursor(inLanes)
  useBoardKeys({ rows, lanes, at, viewer, steps })
  // The case as it is now: a colleague may have moved it while it was held.
  const dragged = rows.find(({ sn }) => sn === held)
  const into = (lane: Lane) => (dragged ? stepInto(dragged, lane, viewer) : null)
  const end = () => {
    setHeld(null)
    setOver(null)
  }
  const onDrop = (lane: Lane) => (event: DragEvent) => {
    event.preventDefault()
    const step = into(lane)
    if (dragged && step) steps.run(step, dragged)
    end()
  }
  return (
    <div className="board">
      {lanes.map((lane) => {
        const own = rows.filter((row) => laneOf(row) === lane)
        const takes = dragged && laneOf(dragged) !== lane && into(lane) !== null
        return (
          <section
            key={lane}
            aria-label={t(`crm.lane.${lane}`)}
            data-lane={lane}
            className={`lane ${takes ? 'takes' : ''} ${over === lane && takes ? 'over' : ''}`}
            onDragOver={(event) => {
              if (!into(lane)) return
              event.preventDefault()
              event.dataTransfer.dropEffect = 'move'
              setOver(lane)
            }}
            onDragLeave={() => setOver((now) => (now === lane ? null : now))}
            onDrop={onDrop(lane)}
          >
            <h2>
              {t(`crm.lane.${lane}`)}
              <Count value={own.length} />
            </h2>
            <div className="lanecards">
              {own.map((row) => (
                <article
                  key={row.sn}
                  data-row={row.sn}
                  tabIndex={-1}
                  aria-current={at === String(row.sn) || undefined}
                  onFocus={() => onCursor(String(row.sn))}
                  className={`bcard ${open === row.sn ? 'on' : ''} ${at === String(row.sn) ? 'sel' : ''} ${held === row.sn ? 'held' : ''}`}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', numberOf(row))
                    setHeld(row.sn)
                  }}
                  onDragEnd={end}
                >
                  <Face row={row} onOpen={() => onOpen(row.sn)} />
                  <span className="row bacts">
                    <NextStep row={row} viewer={viewer} steps={steps} />
                    <span className="grow" />
                    <MoreSteps row={row} viewer={viewer} steps={steps} />
                  </span>
                </article>
              ))}
              {own.length === 0 && <p className="t3 f12 laneempty">{t('crm.lane.empty')}</p>}
            </div>
          </section>
        )
      })}
    </div>
  )
}

function Face({ row, onOpen }: { row: CaseRow; onOpen: () => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox drags nothing by a button inside it.
    <div
      role="button"
      tabIndex={0}
      className="cardbody"
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          onOpen()
        }
      }}
    >
      <span className="b block2">{row.title}</span>
      <span className="row f12">
        <span className="ell grow">{patientName(row)}</span>
        {row.vip && <VipMark />}
        <span className="t3 num">{patientAge(row)}</span>
      </span>
      <span className="f12 t3 num block2">
        {[numberOf(row), typeText(row.type), ...(row.owner ? [ownerText(row)] : [])].join('　')}
      </span>
      <span className="f12 block2">
        <Left row={row} />
      </span>
    </div>
  )
}
