import type { CareGroups, MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import { readingKinds } from '@teleward/contract/monitoring/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { type Choice, chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import type { Chip } from '../../patterns/list.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { memberName } from './columns.tsx'
import { ALERTS, DAYS, type MonitorChange, type MonitorSearch, SINCE, STATUSES } from './search.ts'
import { severityText } from '../../patterns/limits.ts'
import { sinceText } from './Since.tsx'
import { alertStateText, kindText } from './labels.tsx'

interface Asked {
  value: MonitorSearch
  /** Whose are shown where the address says nothing. */
  standard: 'groups' | 'all'
  care: CareGroups | undefined
  units: readonly { id: number; name: string; nameEn: string | null }[]
  doctors: readonly { id: number; name: string }[]
  change: (next: MonitorChange) => void
}
function choicesOf({ value, standard, care, units, doctors, change }: Asked): Choice[] {
  const groups = care?.groups ?? []
  return [
    choice({
      key: 'since',
      name: t('monitor.since.name'),
      every: t('monitor.since.none'),
      value: value.since,
      // 'Since my last shift' is offered only where the shift plan knows when that was.
      options: SINCE.filter((one) => one !== 'shift' || care?.lastShiftEnd || value.since === 'shift'),
      text: sinceText,
      pick: (since) => change({ since }),
    }),
    choice({
      key: 'days',
      name: t('monitor.col.days'),
      value: value.days,
      standard: '7',
      options: DAYS,
      text: (one) => t(`monitor.days.d${one}`),
      pick: (days) => change({ days }),
    }),
    choice({
      key: 'whose',
      name: t('monitor.col.whose'),
      value: value.whose ?? standard,
      standard,
      options: ['groups', 'all'] as const,
      text: (one) => t(`monitor.whose.${one}`),
      pick: (whose) => change({ whose: whose === standard ? undefined : whose }),
    }),
    ...(groups.length > 0
      ? [
          {
            key: 'group',
            name: t('monitor.col.group'),
            value: value.group,
            options: groups.map(({ id, name }) => ({ value: id, label: name })),
            pick: (group: string | undefined) => change({ group }),
          },
        ]
      : []),
    choice({
      key: 'kind',
      name: t('monitor.col.kind'),
      value: value.kind,
      options: readingKinds,
      text: kindText,
      pick: (kind) => change({ kind }),
    }),
    choice({
      key: 'alert',
      name: t('monitor.col.alert'),
      value: value.alert,
      options: ALERTS,
      text: (one) => (one === 'any' ? t('monitor.anyAlert') : severityText(one)),
      pick: (alert) => change({ alert }),
    }),
    choice({
      key: 'status',
      name: t('monitor.col.status'),
      value: value.status,
      options: STATUSES,
      text: alertStateText,
      pick: (status) => change({ status }),
    }),
    ...(units.length > 1
      ? [unitChoice({ name: t('monitor.col.unit'), units, value: value.unit, pick: (unit) => change({ unit }) })]
      : []),
    ...(doctors.length > 0
      ? [
          {
            key: 'did',
            name: t('monitor.col.doctor'),
            value: value.did === undefined ? undefined : String(value.did),
            options: doctors.map(({ id, name }) => ({ value: String(id), label: name })),
            pick: (did: string | undefined) => change({ did: did === undefined ? undefined : Number(did) }),
          },
        ]
      : []),
    choice({
      key: 'off',
      name: t('monitor.col.off'),
      value: value.off,
      options: ['1'] as const,
      text: () => t('monitor.isOff'),
      pick: (off) => change({ off }),
    }),
  ]
}

interface Props extends Asked {
  q: string
  onSearch: (q: string) => void
}
export function MonitorFilters({ q, onSearch, ...asked }: Props) {
  return (
    <>
      <SearchBox
        value={q}
        placeholder={t('monitor.search')}
        onSearch={(next) => {
          onSearch(next)
          asked.change({ page: 1 })
        }}
      />
      <FilterSelects choices={choicesOf(asked)} />
    </>
  )
}

/** What narrows the list, each to be taken off. Of a member the name, once a row tells it. */
export function chipsOfMonitor({ row, ...asked }: Asked & { row: MonitorMember | undefined }): Chip[] {
  const { pid } = asked.value
  return [
    ...chipsOf(choicesOf(asked)),
    ...(pid
      ? [
          {
            key: 'pid',
            label: row?.pid === pid ? memberName(row) : t('monitor.col.member'),
            onRemove: () => asked.change({ pid: undefined }),
          },
        ]
      : []),
  ]
}
