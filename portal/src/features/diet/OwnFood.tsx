import {
  each,
  KJ_PER_KCAL,
  kcalOfKj,
  labelFaults,
  type LabelFault,
  maxPer100,
  type Nutrient,
  type Per100,
} from '@teleward/contract/diet/nutrients.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { nutrientText, unitOf } from '../../patterns/diet/words.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { type Entered, known } from '../../ui/number-entry.ts'

/** In the order in which labels in Taiwan print them, and what is asked for kidneys behind it. */
const ASKED: readonly Nutrient[] = [
  'protein',
  'fat',
  'saturatedFat',
  'carbohydrate',
  'sugar',
  'sodium',
  'potassium',
  'phosphorus',
]
const energyUnits = ['kcal', 'kJ'] as const
type EnergyUnit = (typeof energyUnits)[number]

/** What the label says of energy in kilocalories. */
export const kcalOf = (value: Entered, unit: EnergyUnit): Entered =>
  value === null || unit === 'kcal' ? value : kcalOfKj(value)
export const faultText = (fault: LabelFault): string =>
  fault.kind === 'part'
    ? t('diet.form.overWhole', { part: nutrientText(fault.part), whole: nutrientText(fault.whole) })
    : t('diet.form.overMatter', { grams: fault.grams })

interface Props {
  /** What was searched for and is not in the table. */
  name: string
  onPick: (food: { name: string; per100: Per100 }) => void
}
/** A food that the table has not, by its label. */
export function OwnFood({ name: first, onPick }: Props) {
  const [name, setName] = useState(first)
  const [said, setSaid] = useState<Per100>(() => each(() => null))
  const [energy, setEnergy] = useState<Entered>(null)
  const [unit, setUnit] = useState<EnergyUnit>('kcal')
  const per100: Per100 = { ...said, energy: kcalOf(energy, unit) }
  const unread = Object.values(per100).some(Number.isNaN)
  const faults = labelFaults(each((one) => known(per100[one])))
  return (
    <fieldset className="dietown">
      <legend>{t('diet.form.own')}</legend>
      <Line label={t('diet.form.ownName')} required>
        {(id) => <Input id={id} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />}
      </Line>
      <p className="t3 f12">{t('diet.form.ownLabel')}</p>
      <div className="pair2">
        <Line
          label={`${nutrientText('energy')}（${unit}）`}
          hint={unit === 'kJ' && known(energy) !== null ? `= ${per100.energy} kcal` : undefined}
        >
          {(id) => (
            <span className="row">
              <NumberField
                id={id}
                className="wide"
                min={0}
                max={unit === 'kJ' ? Math.floor(maxPer100('energy') * KJ_PER_KCAL) : maxPer100('energy')}
                value={energy}
                onChange={setEnergy}
              />
              <Select<EnergyUnit>
                aria-label={t('diet.form.energyUnit')}
                value={unit}
                popupMatchSelectWidth={false}
                onChange={setUnit}
                options={energyUnits.map((value) => ({ value, label: value }))}
              />
            </span>
          )}
        </Line>
        {ASKED.map((one) => (
          <Line key={one} label={`${nutrientText(one)}（${unitOf(one)}）`}>
            {(id) => (
              <NumberField
                id={id}
                className="wide"
                min={0}
                max={maxPer100(one)}
                value={said[one]}
                onChange={(value) => setSaid((now) => ({ ...now, [one]: value }))}
              />
            )}
          </Line>
        ))}
      </div>
      {faults.map((fault) => (
        <p key={faultText(fault)} className="help err" aria-live="polite">
          {faultText(fault)}
        </p>
      ))}
      <Button
        disabled={name.trim() === '' || unread || faults.length > 0}
        onClick={() => onPick({ name: name.trim(), per100 })}
      >
        {t('diet.form.add')}
      </Button>
    </fieldset>
  )
}
