import { itemRules, type Item } from '@teleward/contract/careevents/items.ts'
import { language, t } from '../i18n/i18n.ts'
import { unitOf } from './units.ts'

/** What events and health checks measure, in words. The screen brings the texts of `freeclinic`. */
export const itemText = (item: Item | 'bmi'): string => t(`freeclinic.item.${item}`)
/** UCUM has no degree sign. */
const measuredUnit = (item: Item): string => (itemRules[item].unit === 'Cel' ? '°C' : unitOf(itemRules[item].unit))
export const unitText = (item: Item | 'bmi'): string => (item === 'bmi' ? 'kg/m²' : measuredUnit(item))

/** From where to where; open at an end that has none. */
export const rangeText = ({ range }: { range: { low: number | null; high: number | null } | null }): string => {
  if (range === null) return t('freeclinic.result.noRange')
  const { low, high } = range
  return low !== null && high !== null ? `${low}–${high}` : low !== null ? `≥ ${low}` : `≤ ${high}`
}
/** Colour and word, always both. */
export const flagTag = ({ flag }: { flag: 'low' | 'high' | 'normal' | null }) => {
  if (flag === null) return <span className="t3 f12">{t('freeclinic.result.unknown')}</span>
  if (flag === 'normal') return <span className="c-ok f13">{t('freeclinic.result.normal')}</span>
  return <b className="c-bad f13">{t(`freeclinic.result.${flag}`)}</b>
}
/** Several, as the language lists them. */
export const listText = (parts: readonly (string | number)[]): string => parts.join(language() === 'en' ? ', ' : '、')
/** An item and its unit, as a field is called. */
export const withUnit = (item: string, unit: string): string => t('freeclinic.itemUnit', { item, unit })
