import { PlusOutlined } from '@ant-design/icons'
import { getReferrals } from '@teleward/contract/referrals/endpoints.ts'
import { referralState, referralUrgency } from '@teleward/contract/referrals/schema.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useT } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { listFields } from '../../patterns/listTools.ts'
import ReferDrawer from '../../patterns/referrals/ReferDrawer.tsx'
import ReferralList from '../../patterns/referrals/ReferralList.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Count } from '../../ui/StatusTag.tsx'

const TABS = ['sent', 'received'] as const
/** What lives in the address of the screen. */
const search = z.object({
  tab: z.enum(TABS).optional(),
  letters: z.enum(['open', 'late', 'all', ...referralState.options]).default('open'),
  urgency: referralUrgency.optional(),
  letter: z.uuid().optional(),
  sort: z.string().max(12).optional(),
  ...listFields,
})

/** `/referral`: what one sent and what one is to take; without a tab, as from the bell, both. */
export default function ReferralPage() {
  const t = useT()
  const [value, change] = useSearchState(search)
  const [writing, setWriting] = useState(false)
  const { tab, ...rest } = value
  // Who comes for one letter may stand on either side of it.
  const side = tab ?? (value.letter ? 'all' : 'sent')
  useKeys([{ keys: 'a', label: t('referrals.new'), run: () => setWriting(true) }])
  return (
    <>
      <ReferralList
        frame="/referral"
        tabbed
        title={t('screens.name.referral')}
        tabs={<Tabs tab={side} onTab={(next) => change({ tab: next, letter: undefined })} />}
        actions={
          <Button kind="primary" icon={<PlusOutlined />} onClick={() => setWriting(true)}>
            {t('referrals.new')}
          </Button>
        }
        value={{ ...rest, side }}
        change={({ side: _, ...next }) => change(next)}
      />
      {writing && (
        <ReferDrawer
          onClose={() => setWriting(false)}
          onSent={({ id }) => change({ tab: 'sent', letters: 'open', letter: id })}
        />
      )}
    </>
  )
}

/** Each with how many of it are open: the length of its list. */
function Tabs({ tab, onTab }: { tab: string; onTab: (tab: (typeof TABS)[number]) => void }) {
  const t = useT()
  const totals = {
    sent: useList(getReferrals, { query: { side: 'sent', pageSize: 1 } }).data?.total,
    received: useList(getReferrals, { query: { side: 'received', pageSize: 1 } }).data?.total,
  }
  return (
    <UrlTabs
      label={t('screens.name.referral')}
      tabs={TABS.map((key) => {
        const name = t(`referrals.side.${key}`)
        const count = totals[key]
        return {
          key,
          name,
          ...(count === undefined
            ? {}
            : { aside: <Count value={count} />, label: t('referrals.tabCount', { name, count }) }),
        }
      })}
      tab={tab}
      onTab={onTab}
    />
  )
}
