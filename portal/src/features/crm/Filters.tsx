import { caseOrigins, caseTypes } from '@teleward/contract/crm/rules.ts'
import type { CaseRow, CrmConfig } from '@teleward/contract/crm/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { type Choice, chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import type { Chip } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { formatDate } from '../../ui/format.ts'
import { type CaseChange, type CaseSearch, STATES } from './search.ts'
import { originText, patientName, stateText, typeText } from './labels.tsx'

interface Asked {
  value: CaseSearch
  config: CrmConfig | undefined
  change: (next: CaseChange) => void
}

function choicesOf({ value, config, change }: Asked): Choice[] {
  const owners = [
    ...(['me', 'none'] as const).map((one) => ({ value: one as string, label: t(`crm.assigned.${one}`) })),
    ...(config?.owners ?? []).map((one) => ({ value: String(one.mid), label: nameOf(one) })),
  ]
  const units = config?.units ?? []
  return [
    choice({
      key: 'state',
      name: t('crm.col.state'),
      value: value.state,
      standard: 'running',
      options: STATES,
      text: (one) => (one === 'running' || one === 'all' ? t(`crm.state.${one}`) : stateText(one)),
      pick: (state) => change({ state, late: undefined }),
    }),
    choice({
      key: 'type',
      name: t('crm.col.type'),
      value: value.type,
      options: caseTypes,
      text: typeText,
      pick: (type) => change({ type }),
    }),
    {
      key: 'owner',
      name: t('crm.col.owner'),
      value: value.assigned ?? (value.owner === undefined ? undefined : String(value.owner)),
      options: owners,
      pick: (one) =>
        change(
          one === 'me' || one === 'none'
            ? { assigned: one, owner: undefined }
            : { assigned: undefined, owner: one === undefined ? undefined : Number(one) },
        ),
    },
    choice({
      key: 'origin',
      name: t('crm.col.origin'),
      value: value.origin,
      options: caseOrigins,
      text: originText,
      pick: (origin) => change({ origin }),
    }),
    ...(units.length > 1
      ? [unitChoice({ name: t('crm.col.unit'), units, value: value.unit, pick: (unit) => change({ unit }) })]
      : []),
  ]
}

interface Props extends Asked {
  q: string
  onSearch: (q: string) => void
}
export function CaseFilters({ q, onSearch, ...asked }: Props) {
  const { value, change } = asked
  return (
    <>
      <SearchBox
        value={q}
        placeholder={t('crm.search')}
        onSearch={(next) => {
          onSearch(next)
          change({ page: 1 })
        }}
      />
      <FilterSelects choices={choicesOf(asked)} />
      <DayRangePicker
        from={value.from}
        to={value.to}
        label={t('crm.col.opened')}
        onChange={(from, to) => change({ from, to })}
      />
    </>
  )
}

/** What narrows the list, each to be taken off. Of a member the name, once a row tells it. */
export function chipsOfCases({ row, ...asked }: Asked & { row: CaseRow | undefined }): Chip[] {
  const { value, change } = asked
  const { from, to, pid } = value
  return [
    ...chipsOf(choicesOf(asked)),
    ...(value.late
      ? [
          {
            key: 'late',
            label: t(value.late === 'over' ? 'crm.total.overdue' : 'crm.total.late'),
            onRemove: () => change({ late: undefined }),
          },
        ]
      : []),
    ...(pid
      ? [
          {
            key: 'pid',
            label: row?.pid === pid ? patientName(row) : t('crm.col.patient'),
            onRemove: () => change({ pid: undefined }),
          },
        ]
      : []),
    ...(from || to
      ? [
          {
            key: 'opened',
            label: t('common.pair', {
              name: t('crm.col.opened'),
              value: [from, to].map((day) => (day ? formatDate(day) : '…')).join(' – '),
            }),
            onRemove: () => change({ from: undefined, to: undefined }),
          },
        ]
      : []),
  ]
}
