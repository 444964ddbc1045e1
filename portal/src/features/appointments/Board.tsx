import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { type DragEvent, useMemo, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import { LinkMark } from '../../patterns/appointments/LinkMark.tsx'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { queueNumber, SiteSign, Waiting } from '../../patterns/appointments/labels.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { useListCursor } from '../../patterns/listCursor.ts'
import { ageOf, nameOf } from '../../patterns/Patient.tsx'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { LANES, type Lane, laneOf, stepInto } from './board.ts'
import { MoreSteps, NextStep } from './RowButtons.tsx'
import '../../patterns/board.css'

interface Props {
  rows: readonly Appointment[]
  context: AppointmentContext
  steps: Steps
  /** The day under which a row stands. */
  dayOf: (row: Appointment) => string
  open: number | undefined
  onOpen: (qid: number) => void
}

/**
 * The list by state. A card that is dragged into a column takes the step that leads there; columns it cannot reach do not
 * take it. The same steps stand on the card as buttons, for the keyboard and for fingers.
 */
export function Board({ rows, context, steps, dayOf, open, onOpen }: Props) {
  const [held, setHeld] = useState<number | null>(null)
  const [over, setOver] = useState<Lane | null>(null)
  const lanes = useMemo(() => LANES.map((lane) => ({ lane, own: rows.filter((row) => laneOf(row) === lane) })), [rows])
  const { at, onCursor } = useListCursor(useMemo(() => lanes.flatMap(({ own }) => own), [lanes]))
  // The row as it is now: a colleague may have moved it while it was held.
  const dragged = rows.find(({ qid }) => qid === held)
  const into = (lane: Lane) => (dragged ? stepInto(dragged, lane, context) : null)
  const end = () => {
    setHeld(null)
    setOver(null)
  }
  const onDragOver = (lane: Lane) => (event: DragEvent) => {
    if (!into(lane)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(lane)
  }
  const onDrop = (lane: Lane) => (event: DragEvent) => {
    event.preventDefault()
    const step = into(lane)
    if (dragged && step) steps.run(step, dragged)
    end()
  }
  return (
    <div className="board">
      {lanes.map(({ lane, own }) => {
        const takes = dragged && laneOf(dragged) !== lane && into(lane) !== null
        return (
          <section
            key={lane}
            aria-label={t(`appointments.lane.${lane}`)}
            data-lane={lane}
            className={`lane ${takes ? 'takes' : ''} ${over === lane && takes ? 'over' : ''}`}
            onDragOver={onDragOver(lane)}
            onDragLeave={() => setOver((now) => (now === lane ? null : now))}
            onDrop={onDrop(lane)}
          >
            <h2>
              {t(`appointments.lane.${lane}`)}
              <Count value={own.length} />
            </h2>
            <div className="lanecards">
              {own.map((row) => (
                <article
                  key={row.qid}
                  data-row={row.qid}
                  tabIndex={-1}
                  aria-current={at === String(row.qid) || undefined}
                  onFocus={() => onCursor(String(row.qid))}
                  className={`bcard ${open === row.qid ? 'on' : ''} ${at === String(row.qid) ? 'sel' : ''} ${held === row.qid ? 'held' : ''} ${row.slot === 'emergency' && lane === 'waiting' ? 'emg' : ''}`}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', queueNumber(row))
                    setHeld(row.qid)
                  }}
                  onDragEnd={end}
                >
                  {/* biome-ignore lint/a11y/useSemanticElements: Firefox drags nothing by a button inside it. */}
                  <div
                    role="button"
                    tabIndex={0}
                    className="cardbody"
                    onClick={() => onOpen(row.qid)}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter' || event.key === ' ') {
                        event.preventDefault()
                        onOpen(row.qid)
                      }
                    }}
                  >
                    <span className="row">
                      <b className="num">{queueNumber(row)}</b>
                      <span className="ell b grow">{nameOf(row.patient)}</span>
                      {row.patient.vip && <VipMark />}
                    </span>
                    <span className="f12 t3 num">
                      <SiteSign site={row.site} /> {timeUnder(dayOf(row), row.startAt)} {ageOf(row.patient)}{' '}
                      <Waiting row={row} /> <LinkMark row={row} />
                    </span>
                    {row.consultProblem && <span className="f12 ell block2">{row.consultProblem}</span>}
                  </div>
                  <span className="row bacts">
                    <NextStep row={row} context={context} steps={steps} />
                    <span className="grow" />
                    <MoreSteps row={row} context={context} steps={steps} />
                  </span>
                </article>
              ))}
              {own.length === 0 && <p className="t3 f12 laneempty">{t('appointments.lane.empty')}</p>}
            </div>
          </section>
        )
      })}
    </div>
  )
}
