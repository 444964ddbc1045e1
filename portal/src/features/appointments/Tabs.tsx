import type { UndoneQuantity } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import type { AnyTab } from './search.ts'

export const TABS: readonly AnyTab[] = [
  'today',
  'future',
  'others',
  'agent',
  'special',
  'emergency',
  'referrals',
  'authorised',
  'records',
]
/** An agent's bookings, by day; what became of them stands in the history. */
export const AGENT_TABS: readonly AnyTab[] = ['today', 'future']

export const tabCount = (tab: AnyTab, counts: TabCounts | undefined) => (tab === 'records' ? undefined : counts?.[tab])

/** Unfinished entries of each list. */
export type TabCounts = Partial<UndoneQuantity['tabs']>

interface Props {
  tabs: readonly AnyTab[]
  tab: AnyTab
  otherDay: boolean
  counts: TabCounts | undefined
  onTab: (tab: AnyTab) => void
}

/** The lists with the number of unfinished entries in each; red where somebody waits in an emergency. */
export function Tabs({ tabs, tab, otherDay, counts, onTab }: Props) {
  return (
    <UrlTabs
      label={t('appointments.title')}
      tabs={tabs.map((key) => {
        const count = tabCount(key, counts)
        const name = t(key === 'today' && otherDay ? 'appointments.tab.otherDay' : `appointments.tab.${key}`)
        if (count === undefined) return { key, name }
        return {
          key,
          name,
          label: t('appointments.tabUndone', { name, count }),
          aside: <Count value={count} kind={key === 'emergency' && count > 0 ? 'hot' : undefined} />,
        }
      })}
      tab={tab}
      onTab={onTab}
    />
  )
}
