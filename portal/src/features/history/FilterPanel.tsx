import { queueFilters, slotFilter } from '@teleward/contract/appointments/endpoints.ts'
import { historyBookers } from '@teleward/contract/appointments/history-endpoints.ts'
import { appointmentStatus, paymentState, site } from '@teleward/contract/appointments/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { siteText } from '../../patterns/appointments/labels.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { stateText } from './chips.ts'
import type { HistoryChange, HistorySearch } from './search.ts'

interface Props {
  value: HistorySearch
  change: (next: HistoryChange) => void
}
const TEN_MINUTES = 10 * 60_000

/** State, part of the day, way of the visit, payment, doctor, unit, who booked; loaded when somebody opens it. */
export default function FilterPanel({ value, change }: Props) {
  const { data: choices } = useQuery({ ...endpointQuery(queueFilters, {}), staleTime: TEN_MINUTES })
  const { data: bookers } = useQuery({ ...endpointQuery(historyBookers, {}), staleTime: TEN_MINUTES })
  const many = <V extends string>(
    label: string,
    chosen: readonly V[],
    all: readonly V[],
    text: (one: V) => string,
    onChange: (next: V[]) => void,
  ) => (
    <Field label={label}>
      <Select<V[]>
        mode="multiple"
        allowClear
        placeholder={t('common.all')}
        value={[...chosen]}
        onChange={onChange}
        options={all.map((one) => ({ value: one, label: text(one) }))}
      />
    </Field>
  )
  const one = (
    label: string,
    chosen: number | undefined,
    all: readonly { id: number; text: string }[],
    onChange: (next: number | undefined) => void,
  ) => (
    <Field label={label}>
      <Select<number>
        allowClear
        showSearch
        optionFilterProp="label"
        placeholder={t('common.all')}
        value={chosen}
        onChange={onChange}
        options={all.map(({ id, text }) => ({ value: id, label: text }))}
      />
    </Field>
  )
  const people = (list: readonly { mid: number; name: string; nameEn: string | null }[] | undefined) =>
    (list ?? []).map((person) => ({ id: person.mid, text: nameOf(person) }))
  return (
    <div className="filterform">
      {many(
        t('appointments.filter.state'),
        value.state,
        [...appointmentStatus.options, 'unsigned'],
        stateText,
        (state) => change({ state }),
      )}
      {many(
        t('appointments.filter.slot'),
        value.slot,
        slotFilter.options,
        (slot) => t(`appointments.slot.${slot}`),
        (slot) => change({ slot }),
      )}
      {many(t('appointments.filter.site'), value.site, site.options, siteText, (next) => change({ site: next }))}
      {many(
        t('appointments.filter.pay'),
        value.pay,
        paymentState.options,
        (pay) => t(`appointments.payment.${pay}`),
        (pay) => change({ pay }),
      )}
      {one(t('appointments.filter.doctor'), value.did, people(choices?.doctors), (did) => change({ did }))}
      {(choices?.units.length ?? 0) > 1 &&
        one(
          t('appointments.filter.unit'),
          value.unit,
          (choices?.units ?? []).map((unit) => ({ id: unit.unitId, text: nameOf(unit) })),
          (unit) => change({ unit }),
        )}
      {one(t('appointments.detail.booker'), value.booker, people(bookers), (booker) => change({ booker }))}
    </div>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label>
      <span className="lab">{label}</span>
      {children}
    </label>
  )
}
