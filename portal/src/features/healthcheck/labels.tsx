import { CheckCircleOutlined, EditOutlined, LoadingOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons'
import type { Item } from '@teleward/contract/careevents/items.ts'
import { type CheckItem, derivedItems, derivedUnits, type DerivedItem } from '@teleward/contract/healthchecks/items.ts'
import type { CheckState } from '@teleward/contract/healthchecks/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { itemText as measuredText, unitText as measuredUnit } from '../../patterns/careItems.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const STATE = {
  collecting: ['info', <EditOutlined key="i" />],
  processing: ['primary', <LoadingOutlined key="i" />],
  done: ['ok', <CheckCircleOutlined key="i" />],
  failed: ['bad', <WarningOutlined key="i" />],
  cancelled: ['neutral', <StopOutlined key="i" />],
} as const
export const stateTag = ({ state }: { state: CheckState }) => (
  <StatusTag kind={STATE[state][0]} icon={STATE[state][1]}>
    {t(`healthcheck.state.${state}`)}
  </StatusTag>
)

const UNITS: Readonly<Record<DerivedItem, string>> = {
  ...derivedUnits,
  bmi: 'kg/m²',
  bmr: 'kcal',
  egfr: 'mL/min/1.73 m²',
}
const isDerived = (item: CheckItem): item is DerivedItem => (derivedItems as readonly string[]).includes(item)
export const itemText = (item: CheckItem): string =>
  isDerived(item) && item !== 'bmi' ? t(`healthcheck.derived.${item}`) : measuredText(item as Item | 'bmi')
export const unitText = (item: CheckItem): string => (isDerived(item) ? UNITS[item] : measuredUnit(item))
/** Where a range is from. */
export const sourceText = (source: string): string =>
  source === 'bodyFat' || source === 'egfr'
    ? t(`healthcheck.source.${source}`)
    : t(`freeclinic.source.${source as 'bmi'}`)
