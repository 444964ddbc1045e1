import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  QuestionCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { childKindLabels, vaccineLabels } from '@teleward/contract/childcare/labels.ts'
import type { Due, DueState, Plan } from '@teleward/contract/childcare/plan.ts'
import { type Span, stoolVerdict, type Vaccine } from '@teleward/contract/childcare/schedule.ts'
import type { ChildCare, ChildKind, ChildRecord } from '@teleward/contract/childcare/schema.ts'
import { language, t } from '../../i18n/i18n.ts'
import { ageOf, nameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

export const vaccineText = (vaccine: Vaccine) => vaccineLabels[vaccine][language()]
export const kindText = (kind: ChildKind) => childKindLabels[kind][language()]
export const doseText = (dose: number) => t('childcare.dose', { count: dose })
export const visitText = (visit: number) => t('childcare.visit', { count: visit })
export function dueText({ kind, vaccine, number }: Pick<Due, 'kind' | 'vaccine' | 'number'>): string {
  if (vaccine !== null) return number === null ? vaccineText(vaccine) : `${vaccineText(vaccine)} ${doseText(number)}`
  return number === null ? kindText(kind) : t('childcare.preventiveNo', { count: number })
}
/** Whose it is, where the child's head is out of sight. */
export const WhoseLine = ({ patient }: Pick<ChildCare, 'patient'>) => (
  <p>
    <b>{nameOf(patient)}</b> <span className="t3 num">{`${ageOf(patient)}　${patient.memberNo}`}</span>
  </p>
)
export function recordText({ kind, vaccine, dose, visit, colour }: ChildRecord): string {
  if (kind === 'biliary') return t('childcare.colourNo', { count: colour ?? 0 })
  return dueText({ kind, vaccine, number: dose ?? visit })
}
export const spanText = ({ months, days }: Span) =>
  [
    ...(months ? [t('childcare.months', { count: months })] : []),
    ...(days ? [t('childcare.days', { count: days })] : []),
  ].join(' ')

/** Which rule was not kept, what it asks for, and by how much it falls short. */
export function problemText({ rule, needs, short, with: other }: Plan['problems'][number]): string {
  const values = {
    needs: spanText(needs),
    short: t('childcare.days', { count: short }),
    other: other ? vaccineText(other) : '',
  }
  return t(`childcare.problem.${rule}`, values)
}

const looks: Record<DueState, [StatusKind, typeof WarningOutlined]> = {
  done: ['ok', CheckCircleOutlined],
  late: ['bad', WarningOutlined],
  due: ['warn', ClockCircleOutlined],
  notYet: ['neutral', ClockCircleOutlined],
  after: ['neutral', ClockCircleOutlined],
  unrecorded: ['info', QuestionCircleOutlined],
  notNeeded: ['neutral', MinusCircleOutlined],
  ask: ['info', QuestionCircleOutlined],
  missed: ['neutral', ExclamationCircleOutlined],
}
export function StateTag({ state, lateDays }: { state: DueState; lateDays?: number }) {
  const [kind, Icon] = looks[state]
  return (
    <StatusTag kind={kind} icon={<Icon aria-hidden />}>
      {state === 'late' && lateDays !== undefined
        ? t('childcare.lateDays', { count: lateDays })
        : t(`childcare.state.${state}`)}
    </StatusTag>
  )
}
export function StoolTag({ stool: { state, colour, on } }: { stool: Plan['stool'] }) {
  if (colour === null) return state === 'due' ? <StateTag state="due" /> : null
  const bad = stoolVerdict(colour) === 'abnormal'
  return (
    <StatusTag
      kind={bad ? 'badSolid' : 'ok'}
      icon={bad ? <WarningOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
      {...(on ? { title: formatDate(on) } : {})}
    >
      {t('childcare.colourNo', { count: colour })} {t(bad ? 'childcare.abnormal' : 'childcare.normal')}
    </StatusTag>
  )
}
