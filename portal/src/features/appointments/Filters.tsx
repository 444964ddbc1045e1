import { FilterOutlined } from '@ant-design/icons'
import type { SlotFilter } from '@teleward/contract/appointments/endpoints.ts'
import { slotOrder } from '@teleward/contract/appointments/rules.ts'
import { Segmented } from 'antd'
import { lazy } from 'react'
import { t } from '../../i18n/i18n.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { type Choices, chipsOf, slotText } from './chips.ts'
import type { FilterPanelProps } from './FilterPanel.tsx'
import type { QueueSearch, SearchChange } from './search.ts'
import type { SlotCounts } from './useQueue.ts'

const FilterPanel = lazy(() => import('./FilterPanel.tsx'))

interface Props {
  value: QueueSearch
  mine: number | undefined
  counts: SlotCounts | undefined
  choices: Choices | undefined
  change: (next: SearchChange) => void
}

const ALWAYS: readonly SlotFilter[] = ['am', 'pm', 'night']
/** Parts of the day that have something unfinished; morning, afternoon and night always. */
function slotsShown(counts: SlotCounts | undefined, chosen: readonly SlotFilter[]): SlotFilter[] {
  const shown = (slot: SlotFilter) => ALWAYS.includes(slot) || chosen.includes(slot) || (counts?.[slot] ?? 0) > 0
  return [...slotOrder, 'special' as const, 'cs' as const].filter(shown)
}

/** The row over the list: part of the day, search, and the rest behind one button. */
export function Filters({ value, mine, counts, choices, change }: Props) {
  const ofDay = value.tab === 'today' ? counts : undefined
  const chosen = value.slot.length === 1 ? value.slot[0] : undefined
  return (
    <>
      {value.tab !== 'emergency' && (
        <Segmented
          value={chosen ?? 'all'}
          onChange={(next) => change({ slot: next === 'all' ? [] : [next as SlotFilter] })}
          options={[
            { value: 'all', label: withCount(t('appointments.slot.all'), ofDay?.today) },
            ...slotsShown(ofDay, value.slot).map((slot) => ({
              value: slot,
              label: withCount(slotText(slot), ofDay?.[slot]),
            })),
          ]}
        />
      )}
      <SearchBox value={value.q} placeholder={t('appointments.search')} onSearch={(q) => change({ q })} />
      <span className="grow" />
      <FilterButton value={value} mine={mine} choices={choices} change={change} />
    </>
  )
}
const withCount = (name: string, count: number | undefined) => (count === undefined ? name : `${name} ${count}`)

function FilterButton({ value, mine, choices, change }: FilterPanelProps) {
  const on = chipsOf({ ...value, slot: [], q: '', sort: 'default' }, mine, choices).length
  return (
    <Disclosure
      label={t('common.filter')}
      button={
        <>
          <FilterOutlined />
          {t('common.filter')}
          {on > 0 && <Count value={on} kind="pri" />}
        </>
      }
    >
      <FilterPanel value={value} mine={mine} choices={choices} change={change} />
    </Disclosure>
  )
}
