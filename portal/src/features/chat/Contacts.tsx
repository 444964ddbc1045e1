import { TeamOutlined, UserAddOutlined } from '@ant-design/icons'
import {
  chatDoctors,
  chatGroups,
  chatPatients,
  getContacts,
  searchMessages,
} from '@teleward/contract/chat/endpoints.ts'
import type { ChatFound, GroupContact, PatientContact, StaffContact } from '@teleward/contract/chat/schema.ts'
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
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import type { Which } from './useConversation.ts'
import type { Drafts } from './useDrafts.ts'
import { shortTime, lineText } from './labels.ts'

export type Tab = '0' | '1' | '2'
interface Props {
  tab: Tab
  which: Which | null
  drafts: Drafts
  onTab: (tab: Tab) => void
  onOpen: (which: Which, m?: number) => void
  /** A patient is taken among the contacts, or a group made. */
  onNew: () => void
}
interface Item {
  which: Which
  /** Null: nobody has opened it. */
  conversation: number | null
  name: string
  seed: string | number
  last: PatientContact['last']
  unread: number
  presence?: 'ok' | 'warn' | 'off'
  word?: string
  vip?: boolean
}
const ofPatient = (one: PatientContact): Item => ({
  which: { tab: 0, id: one.pid, conversation: one.conversationId ?? undefined },
  conversation: one.conversationId,
  name: either(one.pname, one.pnameEn),
  seed: one.pid,
  last: one.last,
  unread: one.unread,
  vip: one.vip,
})
const ofGroup = (one: GroupContact): Item => ({
  which: { tab: 2, id: one.id },
  conversation: one.id,
  name: one.name,
  seed: `g${one.id}`,
  last: one.last,
  unread: one.unread,
})

/** The three kinds with what is unread; recent ones on top, then all of them. */
export function Contacts({ tab, which, drafts, onTab, onOpen, onNew }: Props) {
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
  const ofStaff = (one: StaffContact): Item => ({
    which: { tab: 1, id: one.mid },
    conversation: one.conversationId,
    name: either(one.dname, one.dnameEn),
    seed: one.mid,
    last: one.last,
    unread: one.unread,
    presence: one.presence === 1000 ? 'ok' : one.presence === 2000 ? 'warn' : 'off',
    word: t(one.presence === 1000 ? 'chat.online' : one.presence === 2000 ? 'chat.busy' : 'chat.offline'),
  })
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
  const row = (item: Item, recentOne = false) => (
    <Row
      key={`${recentOne ? 'r' : ''}${item.which.tab}-${item.which.conversation ?? item.which.id}`}
      item={item}
      on={isOn(item.which, which)}
      draft={drafts.has(item.conversation)}
      onOpen={() => onOpen(item.which)}
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
            ].map((item) => row(item))}
            onOpen={onOpen}
          />
        ) : recent.isPending ? (
          <SkeletonBlock lines={6} />
        ) : (
          <>
            {items.length > 0 && <h2>{t('chat.recent')}</h2>}
            <ul>{items.map((item) => row(item, true))}</ul>
            <All tab={tab} recent={items} ofStaff={ofStaff} render={(list) => list.map((item) => row(item))} />
          </>
        )}
      </div>
    </nav>
  )
}

const isOn = (one: Which, open: Which | null) =>
  open !== null &&
  one.tab === open.tab &&
  (open.conversation !== undefined && one.conversation !== undefined
    ? one.conversation === open.conversation
    : one.id === open.id)

function Row({ item, on, draft, onOpen }: { item: Item; on: boolean; draft: boolean; onOpen: () => void }) {
  const t = useT()
  const { last, unread } = item
  return (
    <li>
      <button
        type="button"
        className={`chatcontact ${on ? 'on' : ''}`}
        aria-current={on ? 'true' : undefined}
        onClick={onOpen}
      >
        <Avatar name={item.name} seed={item.seed} size="lg" {...(item.presence ? { presence: item.presence } : {})} />
        <span className="grow">
          <span className="row">
            <b className="ell">{item.name}</b>
            {item.vip && <VipMark />}
            {item.word && <span className="sr">{item.word}</span>}
            <span className="grow" />
            {last && <span className="t3 f12 num">{shortTime(last.time)}</span>}
          </span>
          <span className="row">
            <span className="grow ell t2 f13">
              {draft && <span className="c-bad">{t('chat.draft')} </span>}
              {last
                ? t(last.fromMe ? 'chat.lastMine' : 'chat.lastTheirs', { text: lineText(last) })
                : (item.word ?? t('chat.nothingYet'))}
            </span>
            {unread > 0 && <Count value={unread} kind="hot" label={t('chat.unread', { count: unread })} />}
          </span>
        </span>
      </button>
    </li>
  )
}

interface AllProps {
  tab: Tab
  recent: Item[]
  ofStaff: (one: StaffContact) => Item
  render: (items: Item[]) => ReactNode
}
/** The others of the kind, page after page. */
function All({ tab, recent, render, ofStaff }: AllProps) {
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
  const others = all.filter((one) => !recent.some(({ which }) => isOn(which, one.which)))
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
                      {
                        tab: message.kind === 'patient' ? 0 : message.kind === 'staff' ? 1 : 2,
                        id: message.conversationId,
                        conversation: message.conversationId,
                      },
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
