import { todoRecipients } from '@teleward/contract/handoffs/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { type Choice, chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import type { Chip } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { formatDate } from '../../ui/format.ts'
import type { HandoffChange, HandoffSearch } from './search.ts'
import { statusText } from './labels.tsx'

const DUES = ['late', 'today', 'week', 'none'] as const
const STATUSES = ['0', '1', '2', 'all'] as const
type Change = (next: HandoffChange) => void

export function useChoices({ tab, status, due, who }: HandoffSearch, change: Change): Choice[] {
  const { data } = useQuery(endpointQuery(todoRecipients, { query: {} }))
  return [
    choice({
      key: 'status',
      name: t('handoffs.filter.status'),
      value: status,
      standard: '0',
      options: STATUSES,
      text: statusText,
      pick: (next) => change({ status: next, open: undefined }),
    }),
    choice({
      key: 'due',
      name: t('handoffs.filter.due'),
      every: t('handoffs.filter.everyDue'),
      value: due,
      options: DUES,
      text: (one) => t(`handoffs.due.${one}`),
      // Days that are chosen and a word for days would narrow each other to nothing.
      pick: (next) => change({ due: next, from: undefined, to: undefined }),
    }),
    {
      key: 'who',
      name: t(tab === 'tome' ? 'handoffs.column.from' : 'handoffs.column.to'),
      every: t('handoffs.filter.everyone'),
      value: who === undefined ? undefined : String(who),
      options: (data?.people ?? []).map((one) => ({ value: String(one.mid), label: nameOf(one) })),
      pick: (next) => change({ who: next === undefined ? undefined : Number(next) }),
    },
  ]
}

/** What is searched for, and how it is changed. */
export type Word = readonly [q: string, setQ: (next: string) => void]

interface Props {
  value: HandoffSearch
  choices: readonly Choice[]
  change: Change
  word: Word
}
export function HandoffFilters({ value: { from, to }, choices, change, word: [q, setQ] }: Props) {
  return (
    <>
      <SearchBox value={q} placeholder={t('handoffs.search')} onSearch={setQ} />
      <FilterSelects choices={choices} />
      <DayRangePicker
        from={from}
        to={to}
        label={t('handoffs.filter.dueDays')}
        onChange={(first, last) => change({ from: first, to: last, due: undefined })}
      />
    </>
  )
}

/** What narrows the list, each to be taken off. */
export function handoffChips(
  { pid, from, to }: HandoffSearch,
  choices: readonly Choice[],
  change: Change,
  [q, setQ]: Word,
): Chip[] {
  const days = [from, to].map((day) => (day ? formatDate(day) : '…')).join(' – ')
  return [
    ...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []),
    ...chipsOf(choices),
    ...(from || to
      ? [
          {
            key: 'days',
            label: t('common.pair', { name: t('handoffs.filter.dueDays'), value: days }),
            onRemove: () => change({ from: undefined, to: undefined }),
          },
        ]
      : []),
    ...(pid === undefined
      ? []
      : [{ key: 'pid', label: t('handoffs.filter.patient'), onRemove: () => change({ pid: undefined }) }]),
  ]
}
