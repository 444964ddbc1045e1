import { TeamOutlined, UserAddOutlined } from '@ant-design/icons'
import {
  chatDoctors,
  chatGroups,
  chatPatients,
  getContacts,
  searchMessages,
} from '@teleward/contract/chat/endpoints.ts'
import type { ChatFound } from '@teleward/contract/chat/schema.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { ContactRow, type Item, ofGroup, ofPatient, ofStaff } from './ContactRow.tsx'
import type { Drafts } from './useDrafts.ts'
import { shortTime } from './labels.ts'
import { isOn, type Which } from './which.ts'

export type Tab = '0' | '1' | '2'
interface Props {
  tab: Tab
  which: Which | null
  drafts: Drafts
  onTab: (tab: Tab) => void
  onOpen: (which: Which, m?: number) => void
  /** The one that is open was taken off the list. */
  onClose: () => void
  /** A patient is taken among the contacts, or a group made. */
  onNew: () => void
}

/** The three kinds with what is unread; recent ones on top, then all of them. */
export function Contacts({ tab, which, drafts, onTab, onOpen, onClose, onNew }: Props) {
  const t = useT()
  const me = useMe()
  const [q, setQ] = useState('')
  const recent = useQuery(endpointQuery(getContacts, {}))
  const found = useQuery({
    ...endpointQuery(searchMessages, { body: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const unread = recent.data?.unread
  const mayPatients = me.permissions['chat.patient'] === 'y'
  const tabs = [
    ...(mayPatients ? [{ key: '0' as const, name: t('chat.tab.patients'), n: unread?.patients ?? 0 }] : []),
    { key: '1' as const, name: t('chat.tab.doctors'), n: unread?.doctors ?? 0 },
    { key: '2' as const, name: t('chat.tab.groups'), n: unread?.groups ?? 0 },
  ].map(({ key, name, n }) => ({
    key,
    name,
    label: n ? t('chat.tabUnread', { name, count: n }) : name,
    aside: n ? <Count value={n} kind="hot" /> : undefined,
  }))
  const row = (item: Item, where: 'recent' | 'all' | 'found') => (
    <ContactRow
      key={`${where}${item.which.tab}-${item.which.conversation ?? item.which.id}`}
      item={item}
      on={isOn(item, which)}
      draft={drafts.has(item.conversation)}
      onOpen={() => onOpen(item.which)}
      {...(where === 'found' ? {} : { onOff: () => isOn(item, which) && onClose() })}
    />
  )
  const items: Item[] =
    tab === '0'
      ? (recent.data?.patients ?? []).map(ofPatient)
      : tab === '1'
        ? (recent.data?.doctors ?? []).map(ofStaff)
        : (recent.data?.groups ?? []).map(ofGroup)
  return (
    <nav className="chatlist" aria-label={t('chat.contacts')}>
      <UrlTabs label={t('chat.title')} tabs={tabs} tab={tab} onTab={onTab} />
      <div className="row chatsearch">
        <div className="grow">
          <SearchBox value={q} keyLabel={t('chat.key.find')} placeholder={t('chat.search')} onSearch={setQ} />
        </div>
        {tab !== '1' && (
          <button
            type="button"
            className="icbtn"
            aria-label={t(tab === '0' ? 'chat.addPatient' : 'chat.group.new')}
            title={t(tab === '0' ? 'chat.addPatient' : 'chat.group.new')}
            onClick={onNew}
          >
            {tab === '0' ? <UserAddOutlined /> : <TeamOutlined />}
          </button>
        )}
      </div>
      <div className="chatrows">
        {recent.error && !recent.data ? (
          <ErrorState
            title={t('chat.contactsFailed')}
            text={errorMessage(recent.error)}
            code={codeOf(recent.error)}
            onRetry={() => void recent.refetch()}
          />
        ) : q !== '' ? (
          <FoundRows
            found={found.data}
            rows={[
              ...(found.data?.patients ?? []).map(ofPatient),
              ...(found.data?.doctors ?? []).map(ofStaff),
              ...(found.data?.groups ?? []).map(ofGroup),
            ].map((item) => row(item, 'found'))}
            onOpen={onOpen}
          />
        ) : recent.isPending ? (
          <SkeletonBlock lines={6} />
        ) : (
          <>
            {items.length > 0 && <h2>{t('chat.recent')}</h2>}
            <ul>{items.map((item) => row(item, 'recent'))}</ul>
            <All tab={tab} recent={items} render={(list) => list.map((item) => row(item, 'all'))} />
          </>
        )}
      </div>
    </nav>
  )
}

interface AllProps {
  tab: Tab
  recent: Item[]
  render: (items: Item[]) => ReactNode
}
/** The others of the kind, page after page. */
function All({ tab, recent, render }: AllProps) {
  const t = useT()
  const answer = useInfiniteQuery({
    queryKey: ['chat', 'all', tab],
    meta: { tags: ['chat', 'presence'] },
    initialPageParam: 1,
    queryFn: async ({ pageParam }): Promise<{ items: Item[]; more: boolean; page: number }> => {
      if (tab === '0') {
        const { contacts, more } = await call(chatPatients, { params: { page: pageParam } })
        return { items: contacts.map(ofPatient), more, page: pageParam }
      }
      if (tab === '1') {
        const { contacts, more } = await call(chatDoctors, { query: { page: pageParam } })
        return { items: contacts.map(ofStaff), more, page: pageParam }
      }
      return { items: (await call(chatGroups, {})).map(ofGroup), more: false, page: 1 }
    },
    getNextPageParam: ({ more, page }) => (more ? page + 1 : undefined),
  })
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  const others = all.filter((one) => !recent.some(({ which }) => isOn(one, which)))
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title={t('chat.contactsFailed')}
        text={errorMessage(answer.error)}
        code={codeOf(answer.error)}
        onRetry={() => void answer.refetch()}
      />
    )
  if (answer.isPending) return <SkeletonBlock lines={4} />
  if (all.length === 0 && recent.length === 0)
    return <EmptyState title={t(`chat.none.${kinds[tab]}`)} text={t(`chat.none.${kinds[tab]}Text`)} />
  return (
    <>
      {others.length > 0 && <h2>{t(recent.length ? 'chat.others' : 'chat.all')}</h2>}
      <ul>{render(others)}</ul>
      {answer.hasNextPage && (
        <Button block kind="text" loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}
const kinds = { '0': 'patients', '1': 'doctors', '2': 'groups' } as const
const tabOf = { patient: 0, staff: 1, group: 2 } as const

interface FoundProps {
  found: ChatFound | undefined
  rows: ReactNode[]
  onOpen: Props['onOpen']
}
function FoundRows({ found, rows, onOpen }: FoundProps) {
  const t = useT()
  if (!found) return <SkeletonBlock lines={4} />
  if (rows.length === 0 && found.messages.length === 0)
    return <EmptyState title={t('chat.notFound')} text={t('chat.notFoundText')} />
  return (
    <>
      {rows.length > 0 && (
        <>
          <h2>{t('chat.foundPeople')}</h2>
          <ul>{rows}</ul>
        </>
      )}
      {found.messages.length > 0 && (
        <>
          <h2>{t('chat.foundMessages')}</h2>
          <ul>
            {found.messages.map((message) => (
              <li key={`${message.conversationId}-${message.seq}`}>
                <button
                  type="button"
                  className="chatcontact"
                  onClick={() =>
                    onOpen(
                      // By its number alone: whose it is, the search does not say.
                      { tab: tabOf[message.kind], conversation: message.conversationId },
                      message.seq,
                    )
                  }
                >
                  <span className="grow">
                    <span className="row">
                      <b className="grow ell">{either(message.title, message.titleEn)}</b>
                      <span className="t3 f12 num">{shortTime(message.time)}</span>
                    </span>
                    <span className="t2 f13 ell">{message.textContent}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
