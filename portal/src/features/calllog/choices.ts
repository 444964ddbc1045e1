import { callOutcome } from '@teleward/contract/calls/log-schema.ts'
import { callDirection } from '@teleward/contract/calls/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { type Choice, chipsOf, choice } from '../../patterns/FilterSelect.tsx'
import type { Chip } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { useColleagues } from '../../patterns/presence.tsx'
import type { LogChange, LogSearch } from './search.ts'

type Change = (next: LogChange) => void

export function useChoices({ outcome, direction, kind, who, missed }: LogSearch, change: Change): Choice[] {
  const { data } = useColleagues()
  return [
    choice({
      key: 'outcome',
      name: t('calllog.column.outcome'),
      every: t('calllog.filter.every.outcome'),
      value: outcome,
      options: callOutcome.options,
      text: (one) => t(`calllog.outcome.${one}`),
      pick: (next) => change({ outcome: next }),
    }),
    choice({
      key: 'direction',
      name: t('calllog.column.direction'),
      every: t('calllog.filter.every.direction'),
      value: direction,
      options: callDirection.options,
      text: (one) => t(`calllog.direction.${one}`),
      pick: (next) => change({ direction: next }),
    }),
    choice({
      key: 'kind',
      name: t('calllog.filter.kind'),
      every: t('calllog.filter.every.kind'),
      value: kind,
      options: ['video', 'voice'] as const,
      text: (one) => t(`calllog.kind.${one}`),
      pick: (next) => change({ kind: next }),
    }),
    {
      key: 'who',
      name: t('calllog.filter.who'),
      every: t('calllog.filter.every.who'),
      value: who === undefined ? undefined : String(who),
      options: (data ?? []).map((one) => ({ value: String(one.mid), label: nameOf(one) })),
      pick: (next) => change({ who: next === undefined ? undefined : Number(next) }),
    },
    choice({
      key: 'missed',
      name: t('calllog.filter.missed'),
      every: t('calllog.filter.every.missed'),
      value: missed,
      options: ['1'] as const,
      text: () => t('calllog.filter.missed'),
      pick: (next) => change({ missed: next }),
    }),
  ]
}

/** What narrows the log beside its days, each to be taken off. */
export function logChips(
  { pid }: LogSearch,
  choices: readonly Choice[],
  change: Change,
  [q, setQ]: readonly [string, (next: string) => void],
): Chip[] {
  return [
    ...(q ? [{ key: 'q', label: q, onRemove: () => setQ('') }] : []),
    ...chipsOf(choices).map((chip) => (chip.key === 'missed' ? { ...chip, label: t('calllog.filter.missed') } : chip)),
    ...(pid === undefined
      ? []
      : [{ key: 'pid', label: t('calllog.filter.patient'), onRemove: () => change({ pid: undefined }) }]),
  ]
}
