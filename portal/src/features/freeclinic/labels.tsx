import { CheckCircleOutlined, ClockCircleOutlined, PlayCircleOutlined, StopOutlined } from '@ant-design/icons'
import { takesResults, takesUntil } from '@teleward/contract/careevents/rules.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { formatDate, isoDay } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

const STATE = {
  coming: ['info', <ClockCircleOutlined key="i" />],
  running: ['ok', <PlayCircleOutlined key="i" />],
  over: ['neutral', <CheckCircleOutlined key="i" />],
  cancelled: ['bad', <StopOutlined key="i" />],
} as const
export const stateTag = ({ state }: CareEvent) => (
  <StatusTag kind={STATE[state][0]} icon={STATE[state][1]}>
    {t(`freeclinic.state.${state}`)}
  </StatusTag>
)
export const daysOf = ({ startsOn, endsOn }: Pick<CareEvent, 'startsOn' | 'endsOn'>): string =>
  [...new Set([startsOn, endsOn])].map((day) => formatDate(day)).join(' – ')
/** Why an event takes no report and no consultation; nothing: it takes them. */
export function closedText(event: CareEvent): string | undefined {
  const today = isoDay()
  if (takesResults(event, today)) return undefined
  return event.state === 'over'
    ? t('freeclinic.tookUntil', { day: formatDate(takesUntil(event)) })
    : errorText('EVENT_CLOSED')
}
