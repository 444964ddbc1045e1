import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { GrantState } from '@teleward/contract/grants/rules.ts'
import type { Grant, GrantPerson } from '@teleward/contract/grants/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { StatusTag, type StatusKind } from '../../ui/StatusTag.tsx'

const looks: Record<GrantState, { kind: StatusKind; icon: ReactNode }> = {
  planned: { kind: 'info', icon: <ClockCircleOutlined /> },
  active: { kind: 'ok', icon: <CheckCircleOutlined /> },
  ended: { kind: 'neutral', icon: <MinusCircleOutlined /> },
  revoked: { kind: 'neutral', icon: <StopOutlined /> },
}
const SOON_DAYS = 3
const DAY_MS = 86_400_000

export const StateTag = ({ state }: { state: GrantState }) => (
  <StatusTag {...looks[state]}>{t(`grants.state.${state}`)}</StatusTag>
)
/** From three days before its end a grant says so. */
export function EndsSoon({ grant }: { grant: Grant }) {
  const left = new Date(grant.endsAt).getTime() - Date.now()
  if (grant.state !== 'active' || left > SOON_DAYS * DAY_MS || left <= 0) return null
  const days = Math.floor(left / DAY_MS)
  return <span className="c-warn f12">{days ? t('grants.endsSoon', { count: days }) : t('grants.endsToday')}</span>
}
/** A day that ends at midnight is shown as the day it was. */
export const endDay = (endsAt: string) => formatDate(new Date(new Date(endsAt).getTime() - 1))
export const timeText = (grant: Grant) => `${formatDate(grant.startsAt)} – ${endDay(grant.endsAt)}`
export const scopeText = (grant: Grant) =>
  grant.unitName ? either(grant.unitName, grant.unitNameEn) : t('grants.allUnits')
export const personName = (person: GrantPerson) => either(person.name, person.nameEn)
export const inForce = ({ state }: Pick<Grant, 'state'>) => state === 'planned' || state === 'active'
