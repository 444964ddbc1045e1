import type { queueFilters, StateFilter } from '@teleward/contract/appointments/endpoints.ts'
import type { HistoryEntry } from '@teleward/contract/appointments/history-endpoints.ts'
import { appointmentStatus } from '@teleward/contract/appointments/schema.ts'
import type { StaffBrief } from '@teleward/contract/staff/brief.ts'
import type { EndpointData } from '@teleward/contract/core/endpoint.ts'
import { t } from '../../i18n/i18n.ts'
import { siteText } from '../../patterns/appointments/labels.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import type { HistoryChange, HistorySearch } from './search.ts'

export function stateText(state: StateFilter): string {
  const stored = appointmentStatus.safeParse(state)
  if (stored.success) return t(`appointments.status.${stored.data}`)
  return t(`appointments.state.${state as Exclude<StateFilter, (typeof appointmentStatus.options)[number]>}`)
}

interface Known {
  choices: EndpointData<typeof queueFilters> | undefined
  bookers: readonly StaffBrief[] | undefined
  /** A row of the patient who is asked for, to say the name. */
  row: HistoryEntry | undefined
}

/** The filters that are on, in words, each with the change that takes it off. */
export function chipsOf(value: HistorySearch, { choices, bookers, row }: Known) {
  const chips: { key: string; label: string; off: HistoryChange }[] = []
  const add = (key: string, name: string, values: readonly string[], off: HistoryChange) =>
    chips.push({
      key,
      label: t('appointments.filter.value', { name, value: values.join(t('common.patient.separator')) }),
      off,
    })
  const called = (one: { name: string; nameEn: string | null } | undefined, id: number) =>
    one ? nameOf(one) : `#${id}`
  const { state, slot, site, pay, did, pid, unit, booker, q } = value
  if (state.length) add('state', t('appointments.filter.state'), state.map(stateText), { state: [] })
  if (slot.length)
    add(
      'slot',
      t('appointments.filter.slot'),
      slot.map((one) => t(`appointments.slot.${one}`)),
      { slot: [] },
    )
  if (site.length) add('site', t('appointments.filter.site'), site.map(siteText), { site: [] })
  if (pay.length)
    add(
      'pay',
      t('appointments.filter.pay'),
      pay.map((one) => t(`appointments.payment.${one}`)),
      { pay: [] },
    )
  if (did)
    add(
      'did',
      t('appointments.filter.doctor'),
      [
        called(
          choices?.doctors.find(({ mid }) => mid === did),
          did,
        ),
      ],
      {
        did: undefined,
      },
    )
  if (unit)
    add(
      'unit',
      t('appointments.filter.unit'),
      [
        called(
          choices?.units.find(({ unitId }) => unitId === unit),
          unit,
        ),
      ],
      {
        unit: undefined,
      },
    )
  if (booker)
    add(
      'booker',
      t('appointments.detail.booker'),
      [
        called(
          bookers?.find(({ mid }) => mid === booker),
          booker,
        ),
      ],
      {
        booker: undefined,
      },
    )
  if (pid)
    add('pid', t('appointments.column.member'), [called(row?.pid === pid ? row.patient : undefined, pid)], {
      pid: undefined,
    })
  if (q) add('q', t('appointments.filter.q'), [q], { q: '' })
  return chips
}
