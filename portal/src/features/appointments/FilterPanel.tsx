import type { StateFilter } from '@teleward/contract/appointments/endpoints.ts'
import {
  type PaymentState,
  paymentState,
  type Site,
  site as siteSchema,
} from '@teleward/contract/appointments/schema.ts'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { siteText } from '../../patterns/appointments/labels.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { ColleagueOption } from '../../patterns/presence.tsx'
import { ALL_STATES, type Choices, stateText } from './chips.ts'
import type { QueueSearch, SearchChange } from './search.ts'

export interface FilterPanelProps {
  value: QueueSearch
  mine: number | undefined
  choices: Choices | undefined
  change: (next: SearchChange) => void
}

/** Doctor, unit, state and way of the visit; loaded when somebody opens it. */
export default function FilterPanel({ value, mine, choices, change }: FilterPanelProps) {
  const everyDoctor = { value: 'all' as number | 'all', label: t('appointments.filter.everyDoctor') as ReactNode }
  const everyUnit = { value: 0, label: t('appointments.filter.everyUnit') }
  return (
    <div className="filterform">
      <Field label={t('appointments.filter.doctor')}>
        <Select
          value={value.did ?? mine ?? 'all'}
          onChange={(did) => change({ did: did === (mine ?? 'all') ? undefined : did })}
          options={[
            everyDoctor,
            ...(choices?.doctors ?? []).map((one) => ({
              value: one.mid,
              label: <ColleagueOption person={one} />,
              title: nameOf(one),
            })),
          ]}
        />
      </Field>
      {(choices?.units.length ?? 0) > 1 && (
        <Field label={t('appointments.filter.unit')}>
          <Select
            value={value.unit ?? 0}
            onChange={(unit) => change({ unit: unit || undefined })}
            options={[everyUnit, ...(choices?.units ?? []).map((one) => ({ value: one.unitId, label: nameOf(one) }))]}
          />
        </Field>
      )}
      <Field label={t('appointments.filter.state')}>
        <Select<StateFilter[]>
          mode="multiple"
          allowClear
          placeholder={t('common.all')}
          value={value.state}
          onChange={(state) => change({ state })}
          options={ALL_STATES.map((state) => ({ value: state, label: stateText(state) }))}
        />
      </Field>
      <Field label={t('appointments.filter.site')}>
        <Select<Site[]>
          mode="multiple"
          allowClear
          placeholder={t('common.all')}
          value={value.site}
          onChange={(site) => change({ site })}
          options={siteSchema.options.map((site) => ({ value: site, label: siteText(site) }))}
        />
      </Field>
      <Field label={t('appointments.filter.pay')}>
        <Select<PaymentState[]>
          mode="multiple"
          allowClear
          placeholder={t('common.all')}
          value={value.pay}
          onChange={(pay) => change({ pay })}
          options={paymentState.options.map((pay) => ({ value: pay, label: t(`appointments.payment.${pay}`) }))}
        />
      </Field>
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
