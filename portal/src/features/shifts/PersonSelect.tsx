import type { FreeDoctor } from '@teleward/contract/shifts/schema.ts'
import { Select } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'

interface Props {
  label: string
  value: number | undefined
  pending: boolean
  people: readonly FreeDoctor[]
  onPick: (person: FreeDoctor) => void
}

/** Who takes over on a day: those with free places, and how many. */
export function PersonSelect({ label, value, pending, people, onPick }: Props) {
  return (
    <Select<number>
      className="wayperson"
      value={value ?? null}
      loading={pending}
      placeholder={t(
        pending ? 'shifts.affected.loading' : people.length ? 'shifts.affected.pickPerson' : 'shifts.affected.noPerson',
      )}
      aria-label={label}
      showSearch
      optionFilterProp="label"
      onChange={(did) => {
        const person = people.find((one) => one.did === did)
        if (person) onPick(person)
      }}
      options={people.map((one) => ({
        value: one.did,
        label: `${nameOf(one)} ${one.title ?? ''}（${t('shifts.team.free', { count: one.free })}）`,
      }))}
    />
  )
}
