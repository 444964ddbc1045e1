import { getMemberList, recentMembers } from '@teleward/contract/members/endpoints.ts'
import type { RecentMember } from '@teleward/contract/members/schema.ts'
import { partSearch, wholeSearch } from '@teleward/contract/members/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import type { Entry, UseFoundMembers } from '../../shell/palette.ts'
import { screenById } from '../../shell/screens.ts'
import { type MemberAct, useMemberActs } from '../../patterns/memberActs.tsx'
import { nameOf } from '../../patterns/Patient.tsx'

const MOST = 8
const TYPING_MS = 300
/** Beside opening them. What is sent to a mobile asks for a dialog, which the palette has not. */
const OFFERED: readonly MemberAct[] = ['book', 'message', 'call']
const sendsNothing = () => undefined

/** The word once the typing rests; nothing is asked in the middle of a character that an input method composes. */
function useRested(typed: string, composing: boolean): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    if (composing) return
    const timer = setTimeout(() => setRested(typed), typed === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, composing])
  return rested
}

/** Before anything is typed the members one opened last, then those that the list of members finds. */
export const useFoundMembers: UseFoundMembers = (typed, composing) => {
  const me = useMe()
  const acts = useMemberActs(sendsNothing)
  const open = closedBy(me, screenById('members')) === null
  const q = useRested(typed, composing)
  const enough = partSearch(q) !== null || wholeSearch(q) !== null
  const recent = useQuery({ ...endpointQuery(recentMembers, {}), enabled: open && typed === '' })
  const found = useQuery({
    ...endpointQuery(getMemberList, { body: { q, pageSize: MOST } }),
    enabled: open && typed !== '' && enough,
    retry: false,
  })
  const entryOf = (member: RecentMember): Entry => {
    const offers = acts(member)
    return {
      id: `member-${member.pid}`,
      label: nameOf(member),
      group: 'members',
      member,
      run: () => void go('members', {}, { open: String(member.pid) }),
      acts: OFFERED.flatMap((act) => offers.find((offer) => offer.act === act) ?? []).map(
        ({ act, label, icon, why, run }) => ({ id: act, label, icon, why, run }),
      ),
    }
  }
  if (!open) return { entries: [], open, state: 'off', error: null, again: sendsNothing }
  const asked = typed === '' ? recent : found
  // Results of an earlier search text do not belong to the text in the field.
  const waits = typed !== '' && (typed !== q || composing)
  const rows: readonly RecentMember[] = waits ? [] : typed === '' ? (recent.data ?? []) : (found.data?.data ?? [])
  const short = typed !== '' && !waits && !enough
  return {
    entries: short ? [] : rows.map(entryOf),
    open,
    state: short ? 'short' : waits || asked.isLoading ? 'looking' : asked.isError ? 'failed' : 'there',
    error: waits || short ? null : asked.error,
    again: () => void asked.refetch(),
  }
}
