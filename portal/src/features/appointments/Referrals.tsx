import type { ReactNode } from 'react'
import ReferralList, { type ReferralChange } from '../../patterns/referrals/ReferralList.tsx'
import type { QueueSearch, SearchChange } from './search.ts'

interface Props {
  title: string
  tabs: ReactNode
  value: QueueSearch
  change: (next: SearchChange) => void
}

/** 'My referrals': the list of `/referral`, in the address of the appointments. */
export default function Referrals({ title, tabs, value, change }: Props) {
  const { side, letters, urgency, letter, letterSort, page, pageSize, cols, view } = value
  const take = (next: ReferralChange) => {
    const { sort, ...rest } = next
    change('sort' in next ? { ...rest, letterSort: sort } : rest)
  }
  return (
    <ReferralList
      frame="/apptmgmt#referrals"
      title={title}
      tabs={tabs}
      value={{ side, letters, urgency, letter, sort: letterSort, page, pageSize, cols, view }}
      change={take}
    />
  )
}
