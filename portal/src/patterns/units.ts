import { t } from '../i18n/i18n.ts'

const KNOWN = [
  'TAB',
  'CAP',
  'BOT',
  'TUBE',
  'PKG',
  'AMP',
  'VIAL',
  'ML',
  'SUPP',
  'PATCH',
  'PEN',
  'IU',
  'MG',
  'GTT',
  'PUFF',
  'APPL',
] as const

/** Dispensing units in the language of now; one the texts do not know stays as it is. */
export function unitOf(unit: string): string {
  const known = KNOWN.find((one) => one === unit.trim().toUpperCase())
  return known ? t(`emr.unit.${known}`) : unit
}
