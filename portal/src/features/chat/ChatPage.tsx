import { getContacts } from '@teleward/contract/chat/endpoints.ts'
import { date, id } from '@teleward/contract/core/scalars.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { EmptyState } from '../../ui/states.tsx'
import { AddPatient } from './AddPatient.tsx'
import { Contacts, type Tab } from './Contacts.tsx'
import { ConversationPane } from './Conversation.tsx'
import { GroupForm } from './GroupForm.tsx'
import { shortTime } from './labels.ts'
import { newestWaiting } from './waiting.ts'
import { useDrafts } from './useDrafts.ts'
import { isOn, rowOf, type Which } from './which.ts'
import './chat.css'

/**
 * `id`: a patient's, a colleague's or a group's, by the tab; `c`: the conversation's own number, of several with one patient or by
 * itself; `m`, `date`: where in it.
 */
const chatSearch = z.object({
  tab: z.enum(['0', '1', '2']).default('0'),
  id: id.optional(),
  c: id.optional(),
  m: id.optional(),
  date: date.optional(),
})

/** Conversations: who on the left, what was said on the right. The page itself does not scroll. */
export default function ChatPage() {
  const t = useT()
  const me = useMe()
  const drafts = useDrafts()
  const [search, change] = useSearchState(chatSearch)
  const [asking, setAsking] = useState<'new' | 'group' | null>(null)
  const tab: Tab = search.tab === '0' && me.permissions['chat.patient'] !== 'y' ? '1' : search.tab
  const which: Which | null =
    search.id === undefined && search.c === undefined
      ? null
      : { tab: Number(tab) as 0 | 1 | 2, id: search.id, conversation: search.c }
  // A conversation that has opened by itself takes the keyboard from nobody.
  const [quiet, setQuiet] = useState(false)
  const open = (next: Which, m?: number) => {
    setQuiet(false)
    change(
      { tab: String(next.tab) as Tab, id: next.id, c: next.conversation, m, date: undefined },
      { push: which === null },
    )
  }
  useNewestWaiting(which !== null, (next) => {
    setQuiet(true)
    change({ tab: String(next.tab) as Tab, id: next.id, c: next.conversation })
  })
  const close = () => change({ id: undefined, c: undefined, m: undefined, date: undefined })
  return (
    <div className={`chat ${which ? 'open' : ''}`}>
      {/* Of the page, not of its list, which a phone hides behind the conversation. */}
      <h1 className="sr">{t('chat.title')}</h1>
      <Contacts
        tab={tab}
        which={which}
        drafts={drafts}
        onTab={(next) => change({ tab: next, id: undefined, c: undefined, m: undefined, date: undefined })}
        onOpen={open}
        onClose={close}
        onNew={() => setAsking('new')}
      />
      {which ? (
        <ConversationPane
          key={`${which.tab}-${which.conversation ?? which.id}`}
          which={which}
          quiet={quiet}
          seq={search.m}
          date={search.date}
          onGo={(place) => change(place)}
          drafts={drafts}
          onBack={close}
          onGroup={() => setAsking('group')}
        />
      ) : (
        <Nobody onOpen={open} />
      )}
      <NextUnread onOpen={open} which={which} />
      {asking === 'new' && tab === '0' && (
        <AddPatient
          onClose={() => setAsking(null)}
          onOpen={(pid, conversation) => open({ tab: 0, id: pid, conversation })}
        />
      )}
      {((asking === 'new' && tab === '2') || (asking === 'group' && which?.tab === 2)) && (
        <GroupForm
          id={asking === 'group' && which ? (which.conversation ?? which.id) : undefined}
          onClose={() => setAsking(null)}
          onMade={(group) => open({ tab: 2, id: group })}
          onLeft={close}
        />
      )}
    </div>
  )
}

/**
 * The screen's own address, without a tab or a person, opens at the newest conversation that needs an answer: a patient's whom
 * nobody has answered, else one with unread words. Not on a phone, where the list is a page of its own.
 */
function useNewestWaiting(chosen: boolean, open: (which: Which) => void): void {
  const phone = usePhone()
  const [plain] = useState(() => !/[?&](?:tab|id|c)=/.test(window.location.search))
  const done = useRef(false)
  const { data } = useQuery({ ...endpointQuery(getContacts, {}), enabled: plain && !phone })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first known who waits.
  useEffect(() => {
    if (!plain || phone || done.current || !data) return
    done.current = true
    const next = chosen ? null : newestWaiting(data)
    if (next) open(next)
  }, [data])
}

/** Nothing is open: who waits longest for an answer. */
function Nobody({ onOpen }: { onOpen: (which: Which) => void }) {
  const t = useT()
  const { data } = useQuery(endpointQuery(getContacts, {}))
  const waits = data?.waiting ?? []
  return (
    <section className="chatpane chatnone" aria-label={t('chat.choose')}>
      <EmptyState
        title={t('chat.choose')}
        text={t(waits.length ? 'chat.waiting' : 'chat.chooseText')}
        actions={waits.map((one) => (
          <Button
            key={one.conversationId}
            onClick={() => onOpen({ tab: 0, id: one.pid, conversation: one.conversationId ?? undefined })}
          >
            {either(one.pname, one.pnameEn)} <span className="t3">{shortTime(one.waitingSince)}</span>
          </Button>
        ))}
      />
    </section>
  )
}

function NextUnread({ which, onOpen }: { which: Which | null; onOpen: (which: Which) => void }) {
  const t = useT()
  const { data } = useQuery(endpointQuery(getContacts, {}))
  const next = () => {
    const found = (data?.unreadFirst ?? []).map(rowOf).find((one) => !isOn(one, which))
    if (found) onOpen(found.which)
  }
  useKeys([{ keys: 'Alt+N', label: t('chat.key.next'), run: next }])
  return null
}
