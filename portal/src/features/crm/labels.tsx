import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  FieldTimeOutlined,
  InboxOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { CaseOrigin, CaseState, CaseType } from '@teleward/contract/crm/rules.ts'
import type { CaseRow, CrmConfig } from '@teleward/contract/crm/schema.ts'
import { standingOf } from '@teleward/contract/crm/targets.ts'
import { caseLabels } from '@teleward/contract/crm/labels.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime, useNow } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

export const typeText = (type: CaseType) => caseLabels.type[type][language()]
export const originText = (origin: CaseOrigin) => caseLabels.origin[origin][language()]
export const stateText = (state: CaseState) => caseLabels.state[state][language()]
export const patientName = (row: Pick<CaseRow, 'patient_name' | 'patientNameEn'>) =>
  either(row.patient_name, row.patientNameEn)
export const patientAge = ({ birthday, gender }: Pick<CaseRow, 'birthday' | 'gender'>) =>
  ageAndSex(birthday, gender ?? 'unknown')
export const unitText = (row: Pick<CaseRow, 'unitName' | 'unitNameEn'>) => either(row.unitName, row.unitNameEn)
export const ownerText = (row: Pick<CaseRow, 'owner'>) => (row.owner ? nameOf(row.owner) : t('crm.nobody'))
export const handedText = ({ assigned }: CaseRow) =>
  assigned ? t('crm.from', { from: nameOf(assigned.from), to: nameOf(assigned.to) }) : ''
/** The types that a case can become; the one it has stays among them. */
export const offeredTypes = (config: CrmConfig | undefined, now?: CaseType) =>
  (config?.types ?? [])
    .filter(({ type, offered }) => offered || type === now)
    .map(({ type }) => ({ value: type, label: typeText(type) }))
export const numberOf = ({ sn }: { sn: number }) => t('crm.number', { sn })

const signs: Record<CaseState, [StatusKind, ReactNode]> = {
  open: ['info', <ClockCircleOutlined key="open" />],
  finished: ['ok', <CheckCircleOutlined key="finished" />],
  cancelled: ['neutral', <StopOutlined key="cancelled" />],
  closed: ['neutral', <InboxOutlined key="closed" />],
}
/** An open one that nobody has says that. */
export function StateTag({ row }: { row: Pick<CaseRow, 'state' | 'owner'> }) {
  if (row.state === 'open' && !row.owner)
    return (
      <StatusTag kind="warn" icon={<ExclamationCircleOutlined />}>
        {t('crm.nobody')}
      </StatusTag>
    )
  const [kind, icon] = signs[row.state]
  return (
    <StatusTag kind={kind} icon={icon}>
      {stateText(row.state)}
    </StatusTag>
  )
}

const MINUTE = 60_000
function spanOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE))
  if (minutes < 120) return t('common.time.minutes', { count: minutes })
  return t('common.time.hours', { count: Math.round(minutes / 60) })
}
/** How long until the next target, or past it: a word and a sign where it presses, never a colour alone. */
export function Left({ row }: { row: Pick<CaseRow, 'dueAt' | 'warnAt' | 'waitsFor' | 'state'> }) {
  const now = useNow(30_000)
  if (row.dueAt === null || row.waitsFor === null)
    return <span className="t3">{row.state === 'open' ? t('crm.due.none') : ''}</span>
  const left = Date.parse(row.dueAt) - now
  const standing = standingOf(row, now)
  const title = t('common.pair', { name: t(`crm.due.${row.waitsFor}`), value: formatDateTime(row.dueAt) })
  const text = left > 0 ? t('crm.due.left', { time: spanOf(left) }) : t('crm.due.over', { time: spanOf(-left) })
  return (
    <span className={`num ${standing === 'late' ? 'c-bad b' : standing === 'near' ? 'c-warn b' : ''}`} title={title}>
      {standing === 'late' ? <WarningOutlined /> : standing === 'near' ? <FieldTimeOutlined /> : null} {text}
    </span>
  )
}
