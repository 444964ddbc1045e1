import { Select } from 'antd'
import { t } from '../i18n/i18n.ts'
import type { Chip } from './list.ts'
import { nameOf } from './Patient.tsx'

/** One thing a list can be narrowed by: a field of the filter row, and a chip while it is on. */
export interface Choice {
  key: string
  /** Of the field: 'State'. */
  name: string
  /** While nothing is chosen: 'Every state'. */
  every?: string | undefined
  value: string | undefined
  /** Where something is always chosen: what it is unless told, for which there is no chip. */
  standard?: string | undefined
  options: readonly { value: string; label: string }[]
  pick: (value: string | undefined) => void
}

interface Asked<Value extends string> extends Omit<Choice, 'value' | 'standard' | 'options' | 'pick'> {
  value: Value | undefined
  standard?: Value
  options: readonly Value[]
  text: (value: Value) => string
  pick: (value: Value | undefined) => void
}
export const choice = <Value extends string>({ options, text, pick, ...rest }: Asked<Value>): Choice => ({
  ...rest,
  options: options.map((value) => ({ value, label: text(value) })),
  pick: (picked) => pick(options.find((one) => one === picked) ?? rest.standard),
})

interface AskedUnit {
  name: string
  units: readonly { id: number; name: string; nameEn: string | null }[]
  value: number | undefined
  pick: (unit: number | undefined) => void
}
/** One of the units, by its name. */
export const unitChoice = ({ name, units, value, pick }: AskedUnit): Choice => ({
  key: 'unit',
  name,
  value: value === undefined ? undefined : String(value),
  options: units.map((unit) => ({ value: String(unit.id), label: nameOf(unit) })),
  pick: (unit) => pick(unit === undefined ? undefined : Number(unit)),
})

export function FilterSelects({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ key, name, every = name, value, standard, options, pick }) => (
    <Select
      key={key}
      className="filterselect"
      aria-label={name}
      placeholder={every}
      allowClear={standard === undefined}
      popupMatchSelectWidth={false}
      value={value}
      onChange={pick}
      options={[...options]}
    />
  ))
}

export const chipsOf = (choices: readonly Choice[]): Chip[] =>
  choices.flatMap(({ key, name, value, standard, options, pick }) =>
    value === undefined || value === standard
      ? []
      : [
          {
            key,
            label: t('common.pair', { name, value: options.find((one) => one.value === value)?.label ?? value }),
            onRemove: () => pick(undefined),
          },
        ],
  )
