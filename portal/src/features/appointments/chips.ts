import { type SlotFilter, type StateFilter, stateFilter } from '@teleward/contract/appointments/endpoints.ts'
import type { queueFilters } from '@teleward/contract/appointments/endpoints.ts'
import { appointmentStatus } from '@teleward/contract/appointments/schema.ts'
import type { EndpointData } from '@teleward/contract/core/endpoint.ts'
import { t } from '../../i18n/i18n.ts'
import { siteText } from '../../patterns/appointments/labels.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import type { QueueSearch, SearchChange } from './search.ts'

export type Choices = EndpointData<typeof queueFilters>

/** `checkedIn` is offered as waiting and in consultation. */
const HIDDEN: readonly StateFilter[] = ['checkedIn']
export const ALL_STATES: readonly StateFilter[] = stateFilter.options.filter((state) => !HIDDEN.includes(state))

export function stateText(state: StateFilter): string {
  const stored = appointmentStatus.safeParse(state)
  if (stored.success) return t(`appointments.status.${stored.data}`)
  return t(`appointments.state.${state as Exclude<StateFilter, (typeof appointmentStatus.options)[number]>}`)
}
export const slotText = (slot: SlotFilter): string => t(`appointments.slot.${slot}`)

const sortNames = { next: 'waiting', time: 'time', waiting: 'waiting', queueNo: 'no' } as const
function sortText(sort: Exclude<QueueSearch['sort'], 'default'>): string {
  const name = sort.replace('-', '') as keyof typeof sortNames
  return t('common.list.sortBy', { column: t(`appointments.column.${sortNames[name]}`) })
}

/** What narrows the list, without what belongs to its tab. */
export const NO_FILTERS: SearchChange = {
  did: undefined,
  unit: undefined,
  slot: [],
  state: [],
  site: [],
  pay: [],
  time: undefined,
  q: '',
  sort: 'default',
}
const named = (name: string, values: readonly string[]) =>
  t('appointments.filter.value', { name, value: values.join(t('common.patient.separator')) })

/** The filters that are on, in words, each with the change that takes it off. */
export function chipsOf(value: QueueSearch, mine: number | undefined, choices: Choices | undefined) {
  const { did, unit, slot, state, site, pay, time, q, sort } = value
  const chips: { key: string; label: string; off: SearchChange }[] = []
  const add = (key: string, label: string, off: SearchChange) => chips.push({ key, label, off })
  const called = (one: { name: string; nameEn: string | null } | undefined, id: number) =>
    one ? nameOf(one) : `#${id}`
  const doctor = (mid: number) =>
    called(
      choices?.doctors.find((one) => one.mid === mid),
      mid,
    )
  if (did !== undefined && did !== mine && !(did === 'all' && mine === undefined))
    add(
      'did',
      named(t('appointments.filter.doctor'), [did === 'all' ? t('appointments.filter.everyDoctor') : doctor(did)]),
      { did: undefined },
    )
  if (unit)
    add(
      'unit',
      named(t('appointments.filter.unit'), [
        called(
          choices?.units.find(({ unitId }) => unitId === unit),
          unit,
        ),
      ]),
      { unit: undefined },
    )
  if (slot.length) add('slot', named(t('appointments.filter.slot'), slot.map(slotText)), { slot: [] })
  if (state.length) add('state', named(t('appointments.filter.state'), state.map(stateText)), { state: [] })
  if (site.length) add('site', named(t('appointments.filter.site'), site.map(siteText)), { site: [] })
  if (pay.length)
    add(
      'pay',
      named(
        t('appointments.filter.pay'),
        pay.map((one) => t(`appointments.payment.${one}`)),
      ),
      { pay: [] },
    )
  if (time) add('time', named(t('appointments.column.time'), [time]), { time: undefined })
  if (q) add('q', named(t('appointments.filter.q'), [q]), { q: '' })
  if (sort !== 'default') add('sort', sortText(sort), { sort: 'default' })
  return chips
}
