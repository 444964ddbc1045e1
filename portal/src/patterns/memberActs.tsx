import {
  CalendarOutlined,
  CheckSquareOutlined,
  CoffeeOutlined,
  FileTextOutlined,
  FolderAddOutlined,
  HeartOutlined,
  HistoryOutlined,
  LinkOutlined,
  MessageOutlined,
  MobileOutlined,
  UploadOutlined,
  VideoCameraOutlined,
  MoreOutlined,
} from '@ant-design/icons'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { type ReactNode, useMemo } from 'react'
import { useMe } from '../api/me.ts'
import { openBooking } from '../shell/booking.ts'
import { startCall } from '../shell/calls.ts'
import { openHandoff } from '../shell/handoffs.ts'
import { closedBy } from '../shell/menu.ts'
import { go } from '../shell/navigation.ts'
import { type ScreenId, screenById } from '../shell/screens.ts'
import { t } from '../i18n/i18n.ts'
import type { RowKey } from './list.ts'
import type { SendTo } from './appointments/SendDialog.tsx'
import { nameOf } from './Patient.tsx'
import { isoDay } from '../ui/format.ts'
import { MenuButton } from '../ui/MenuButton.tsx'

export type MemberAct =
  | 'call'
  | 'book'
  | 'emr'
  | 'history'
  | 'sms'
  | 'link'
  | 'message'
  | 'todo'
  | 'upload'
  | 'case'
  | 'monitor'
  | 'diet'
/** The member the actions are about: a row of a list or the detail. */
export type MemberContext = Pick<MemberRow, 'pid' | 'lastQid' | 'next' | 'name' | 'nameEn'> & {
  status?: MemberRow['status']
}
export interface Offer {
  act: MemberAct
  label: string
  icon: ReactNode
  /** Why not; absent when it can be done. */
  why?: string | undefined
  run: () => void
}

const screenOf: Partial<Record<MemberAct, ScreenId>> = {
  emr: 'emr2',
  history: 'appthistory',
  message: 'chat',
  todo: 'todolist',
  upload: 'upload',
  case: 'crm',
  monitor: 'monitor',
  diet: 'dietMgmt',
}
const icons: Record<MemberAct, ReactNode> = {
  call: <VideoCameraOutlined />,
  book: <CalendarOutlined />,
  emr: <FileTextOutlined />,
  history: <HistoryOutlined />,
  sms: <MobileOutlined />,
  link: <LinkOutlined />,
  message: <MessageOutlined />,
  todo: <CheckSquareOutlined />,
  upload: <UploadOutlined />,
  case: <FolderAddOutlined />,
  monitor: <HeartOutlined />,
  diet: <CoffeeOutlined />,
}

/** To the member's mobile, by the visit to come: a word, or a link to come now. */
export interface Sending {
  to: SendTo
  what: 'link' | 'message'
}
/** What can be done with a member: only where the screen exists and is open to the person. */
export function useMemberActs(send: (sending: Sending) => void): (of: MemberContext) => Offer[] {
  const me = useMe()
  return useMemo(() => {
    const open = (act: MemberAct) => {
      const id = screenOf[act]
      return id === undefined || closedBy(me, screenById(id)) === null
    }
    const right = (key: string) => (me.permissions[key as keyof typeof me.permissions] ?? '-') !== '-'
    return ({ pid, lastQid, next, status, ...person }: MemberContext) => {
      if (status && status !== 'active') return []
      const noNext = next ? undefined : t('members.act.noVisit')
      // A link is to come now; a place that is held for its payment has none.
      const comesToday = next !== null && isoDay(next.startAt) === isoDay() && next.status !== 'held'
      const offers: [MemberAct, boolean, () => void, string?][] = [
        [
          'call',
          right('call.use'),
          // Whoever waits today is rung, also long after their time and where the next visit is another day's.
          () => startCall({ pid, video: next?.site !== 'voice', link: comesToday ? next.qid : undefined }),
        ],
        ['book', right('appointment.book'), () => openBooking({ pid })],
        // Without a visit the record is read alone.
        ['emr', right('emr.read'), () => void go('emr2', { pid, qid: next?.qid ?? lastQid ?? 0 })],
        ['history', right('appointment.read'), () => void go('appthistory', {}, { pid: String(pid), range: '30' })],
        [
          'sms',
          right('call.use'),
          () => next && send({ to: { ...next, pid, name: nameOf(person) }, what: 'message' }),
          noNext,
        ],
        ...(next && next.site === 'onsite'
          ? []
          : [
              [
                'link',
                right('call.use'),
                () => next && send({ to: { ...next, pid, name: nameOf(person) }, what: 'link' }),
                noNext ?? (comesToday ? undefined : t('members.act.notToday')),
              ] satisfies [MemberAct, boolean, () => void, string?],
            ]),
        ['message', right('chat.patient'), () => void go('chat', {}, { tab: '0', id: String(pid) })],
        ['todo', right('todo.use'), () => openHandoff({ pid })],
        ['upload', right('file.upload'), () => void go('upload', { pid })],
        ['case', right('crm.write'), () => void go('crm', {}, { pid: String(pid), add: '1' })],
        ['monitor', right('monitor.read'), () => void go('monitor', {}, { pid: String(pid) })],
        ['diet', right('diet.read'), () => void go('dietMgmt', {}, { pid: String(pid) })],
      ]
      return offers.flatMap(([act, may, run, why]) =>
        may && open(act) ? [{ act, label: t(`members.act.${act}`), icon: icons[act], why, run }] : [],
      )
    }
  }, [me, send])
}

/** The key of an act, on the row that is marked; where it cannot be done it does nothing. */
export const actKey = (
  acts: (of: MemberContext) => Offer[],
  keys: string,
  act: 'call' | 'book' | 'emr' | 'message' | 'upload',
): RowKey<MemberContext> => ({
  keys,
  label: t(`members.key.${act}`),
  run: (of) =>
    acts(of)
      .find((offer) => offer.act === act && !offer.why)
      ?.run(),
})

interface Props {
  of: MemberContext
  acts: (of: MemberContext) => Offer[]
  /** These stand as buttons, the rest behind 'more'. */
  first: readonly MemberAct[]
}
/** Buttons of a row: an icon each, with its word. Their texts are those of the `members` screens. */
export function ActButtons({ of, acts, first }: Props) {
  const offers = acts(of)
  const shown = offers.filter(({ act }) => first.includes(act))
  const rest = offers.filter(({ act }) => !first.includes(act))
  return (
    <>
      {shown.map(({ act, label, icon, why, run }) => (
        <button
          key={act}
          type="button"
          className="icbtn"
          aria-label={label}
          title={why ? t('common.pair', { name: label, value: why }) : label}
          disabled={why !== undefined}
          onClick={run}
        >
          {icon}
        </button>
      ))}
      {rest.length > 0 && (
        <MenuButton
          className="icbtn"
          label={t('members.act.more')}
          items={rest.map(({ act, label, icon, why, run }) => ({
            key: act,
            label,
            icon,
            disabled: why !== undefined,
            ...(why ? { hint: why } : {}),
            onPick: run,
          }))}
        >
          <MoreOutlined rotate={90} />
        </MenuButton>
      )}
    </>
  )
}
