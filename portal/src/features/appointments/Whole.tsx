import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { getQueues, type QueuesQuery } from '@teleward/contract/appointments/endpoints.ts'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import type { AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { useWhole } from '../../patterns/useWhole.ts'
import { formatNumber } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Board } from './Board.tsx'
import { Calendar } from './Calendar.tsx'
import { weekOf } from './calendar.ts'
import { useReschedule } from './useReschedule.ts'

interface Props {
  query: QueuesQuery
  context: AppointmentContext
  steps: Steps
  open: number | undefined
  onOpen: (qid: number) => void
}

/** All rows of a question, loading and failing as every list does. */
function useRows(query: QueuesQuery) {
  return useWhole(
    getQueues,
    (page, pageSize) => ({ body: { ...query, page, pageSize } }),
    ({ qid }) => qid,
  )
}
type Answer = ReturnType<typeof useRows>

function States({ answer, children }: { answer: Answer; children: ReactNode }) {
  const { data, error, refetch } = answer
  if (data)
    return (
      <>
        {data.rows.length < data.total && (
          <p className="alert warn inlist" role="status">
            {t('appointments.whole.some', { shown: formatNumber(data.rows.length), total: formatNumber(data.total) })}
          </p>
        )}
        {children}
      </>
    )
  if (error)
    return (
      <ErrorState
        title={t('common.list.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  return <SkeletonBlock lines={10} />
}

/** The day's entries (or those of the tab) by state. */
export function WholeBoard({ query, ...rest }: Props & { dayOf: (row: Appointment) => string }) {
  const answer = useRows({ ...query, sort: 'default' })
  return (
    <States answer={answer}>
      <Board rows={answer.data?.rows ?? []} {...rest} />
    </States>
  )
}

/** The tabs of one day show that day's whole week; the others what they hold of it. */
function weekQuery(query: QueuesQuery, days: readonly string[]): QueuesQuery {
  const { date: _date, ...rest } = query
  const ofDay = query.tab === 'today' || query.tab === 'emergency' || query.tab === 'records'
  return {
    ...rest,
    tab: ofDay ? 'records' : query.tab,
    slot: query.tab === 'emergency' ? ['emergency'] : query.slot,
    from: days[0],
    to: days.at(-1),
    sort: 'time',
  }
}

/** The week around a day. Cancelled entries take no room, unless they are asked for. */
export function WholeWeek({ query, day, ...rest }: Props & { day: string }) {
  const days = weekOf(day)
  const answer = useRows(weekQuery(query, days))
  const reschedule = useReschedule()
  const rows = answer.data?.rows.filter((row) => query.state.length > 0 || !row.closed) ?? []
  return (
    <States answer={answer}>
      <Calendar days={days} rows={rows} reschedule={reschedule} {...rest} />
    </States>
  )
}
