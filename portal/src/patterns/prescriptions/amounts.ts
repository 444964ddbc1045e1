import { handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import { t } from '../../i18n/i18n.ts'
import { unitOf } from '../units.ts'

interface Line {
  dose: number
  unit: string
  totalUnit?: string | null | undefined
  frequency: string
  route: string
  days: number
  total: number
}
/** A line of a prescription in words, dose and total each in its own unit. */
export const amountsText = ({ dose, unit, totalUnit, frequency, route, days, total }: Line): string =>
  t('emr.rx.line', {
    dose,
    unit: unitOf(unit),
    frequency,
    route,
    days,
    total,
    handed: unitOf(handedUnit({ unit, totalUnit })),
  })
