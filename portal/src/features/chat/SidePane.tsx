import { chatFileAddresses, getChatFiles } from '@teleward/contract/chat/endpoints.ts'
import type { ChatFiles, ChatHead } from '@teleward/contract/chat/schema.ts'
import { getSNs } from '@teleward/contract/crm/endpoints.ts'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { AttachmentView } from '../../patterns/attachments/AttachmentView.tsx'
import { MemberTodos } from '../../patterns/handoffs/MemberTodos.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { openBooking } from '../../shell/booking.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { authorOf, shortTime } from './labels.ts'

const wide = window.matchMedia('(min-width: 1200px)')
const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** What one looks up while writing; where there is no room for it, nothing of it is asked for. */
export function SidePane({ head }: { head: ChatHead }) {
  const t = useT()
  const room = useSyncExternalStore(subscribe, () => wide.matches)
  const me = useMe()
  const may = (screen: 'membersmgmt' | 'crm', permission: 'member.read' | 'crm.read') =>
    me.permissions[permission] !== '-' && closedBy(me, screenById(screen)) === null
  if (!room) return null
  const pid = head.patient?.pid
  return (
    <aside className="chatbeside" aria-label={t('chat.beside.title')}>
      {pid !== undefined && may('membersmgmt', 'member.read') && <NextVisit pid={pid} />}
      {pid !== undefined && <MemberTodos pid={pid} />}
      {pid !== undefined && may('crm', 'crm.read') && <Cases pid={pid} />}
      {head.group && (
        <Part title={t('chat.group.members')}>
          <ul>
            {head.group.members.map((one) => (
              <li key={one.mid} className="row">
                <Avatar name={nameOf(one)} seed={one.mid} size="sm" /> <span className="grow ell">{nameOf(one)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Files head={head} />
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
interface StateProps {
  error: unknown
  pending: boolean
  none: string | false
}
function State({ error, pending, none }: StateProps) {
  if (error) return <p className="help err">{errorMessage(error)}</p>
  if (pending) return <SkeletonBlock lines={2} />
  return none ? <p className="t3 f13">{none}</p> : null
}

function NextVisit({ pid }: { pid: number }) {
  const t = useT()
  const { data, error, isPending } = useQuery(endpointQuery(getMember, { params: { pid } }))
  const [next] = data?.comingVisits ?? []
  return (
    <Part title={t('chat.beside.next')}>
      <State error={error} pending={isPending} none={data !== undefined && !next && t('chat.beside.noNext')} />
      {next ? (
        <p>
          <Link to={pathTo('apptmgmt')} search={{ open: String(next.qid) }} className="num">
            {formatDateTime(next.startAt)}
          </Link>{' '}
          <span className="t2">{next.doctor}</span>
        </p>
      ) : (
        data && (
          <Button size="sm" onClick={() => openBooking({ pid })}>
            {t('chat.beside.book')}
          </Button>
        )
      )}
    </Part>
  )
}

function Cases({ pid }: { pid: number }) {
  const t = useT()
  const { data, error, isPending } = useQuery(
    endpointQuery(getSNs, { body: { pid, state: 'running' as const, pageSize: 10 } }),
  )
  return (
    <Part title={t('chat.beside.cases')}>
      <State error={error} pending={isPending} none={data?.total === 0 && t('chat.beside.noCases')} />
      <ul>
        {data?.data.map(({ sn, title }) => (
          <li key={sn}>
            <Link to={pathTo('crm')} search={{ open: String(sn) }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Files({ head }: { head: ChatHead }) {
  const t = useT()
  const answer = useInfiniteQuery({
    queryKey: ['chat', 'files', head.id],
    meta: { tags: ['chat'] },
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }): Promise<ChatFiles> =>
      call(getChatFiles, { query: { id: head.id, ...(pageParam === undefined ? {} : { before: pageParam }) } }),
    getNextPageParam: ({ files, more }) => (more ? files.at(-1)?.seq : undefined),
  })
  const files = answer.data?.pages.flatMap((page) => page.files) ?? []
  return (
    <Part title={t('chat.beside.files')}>
      <State
        error={answer.error}
        pending={answer.isPending}
        none={answer.data !== undefined && files.length === 0 && t('chat.beside.noFiles')}
      />
      <ul>
        {files.map(({ seq, time, from, attachment }) => (
          <li key={seq}>
            <AttachmentView
              attachment={attachment}
              thumb={attachment.thumb?.url ?? null}
              ask={() => call(chatFileAddresses, { params: { id: attachment.id } })}
            />
            <span className="t3 f12">
              {authorOf(from, head)} <span className="num">{shortTime(time)}</span>
            </span>
          </li>
        ))}
      </ul>
      {answer.hasNextPage && (
        <Button block kind="text" loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </Part>
  )
}
