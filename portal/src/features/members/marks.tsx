import { MessageOutlined, TagOutlined, TeamOutlined } from '@ant-design/icons'
import { getMemberMarks } from '@teleward/contract/members/mark-endpoints.ts'
import type { MemberMarks } from '@teleward/contract/members/marks.ts'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { type ScreenId, screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { SeverityTag } from '../../patterns/SeverityTag.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { sinceText, whenText } from './labels.ts'

/** As many members as one call answers for, and as an endless list asks for at once. */
const PIECE = 100
interface Frame {
  /** With whom together a member's marks are asked for. */
  pieces: ReadonlyMap<number, readonly number[]>
  fail: () => void
}
export const MarksContext = createContext<Frame>({ pieces: new Map(), fail: () => undefined })

/** Which parts there are for this person: by right, and as far as the institution has the screen they come from. */
export function useMarkParts() {
  const me = useMe()
  return useMemo(() => {
    const open = (screen: ScreenId) => closedBy(me, screenById(screen)) === null
    const may = (key: keyof typeof me.permissions) => me.permissions[key] !== '-'
    return {
      conditions: may('emr.read'),
      watched: may('monitor.read') && open('monitor'),
      unread: me.permissions['chat.patient'] === 'y' && open('chat'),
      managers: may('crm.read') && open('crm'),
    }
  }, [me])
}
export type MarkParts = ReturnType<typeof useMarkParts>

/** What the rows ask with, in pieces; and whether one of them could not be had. */
export function useMarks(rows: readonly MemberRow[]): { frame: Frame; failed: boolean; refetch: () => void } {
  const client = useQueryClient()
  const [lost, setLost] = useState<Frame['pieces']>()
  const frame = useMemo(() => {
    const pids = rows.filter(({ status }) => status === 'active').map(({ pid }) => pid)
    const pieces = new Map<number, readonly number[]>()
    for (let at = 0; at < pids.length; at += PIECE) {
      const piece = pids.slice(at, at + PIECE)
      for (const pid of piece) pieces.set(pid, piece)
    }
    return { pieces, fail: () => setLost(pieces) }
  }, [rows])
  return {
    frame,
    failed: lost === frame.pieces,
    refetch: () => {
      setLost(undefined)
      void client.refetchQueries({
        predicate: ({ queryKey, state }) => queryKey[1] === getMemberMarks.path && state.status === 'error',
      })
    },
  }
}

interface Of {
  row: MemberRow
}
/**
 * What stands beside a member who is in sight: of a list in one piece the others are not asked about. Messages, alerts and
 * cases make it stale and not the list: numbers change, and no row moves.
 */
function useMarksOf({ pid }: MemberRow): MemberMarks | undefined {
  const { pieces, fail } = use(MarksContext)
  const piece = pieces.get(pid)
  const { data, isError } = useQuery({
    ...endpointQuery(getMemberMarks, { body: { pids: [...(piece ?? [])] } }),
    enabled: piece !== undefined,
  })
  const lost = isError && !data
  // A query that is tried again is pending meanwhile: its next failure is said anew.
  useEffect(() => {
    if (lost) fail()
  }, [lost, fail])
  return useMemo(() => data?.find((one) => one.pid === pid), [data, pid])
}

/** Not known, because the record is closed: another thing than none. */
const Closed = () => <span className="f12 t3">{t('members.marks.closed')}</span>

const AlertMark = ({ alerts: { worst, running } }: { alerts: NonNullable<MemberMarks['alerts']> }) =>
  worst && (
    <span
      className="row nw"
      title={t('members.marks.alert', { count: running, since: whenText(worst.since) })}
      data-mark="alert"
    >
      <SeverityTag severity={worst.severity} count={running} />
      <span className="f12 t3 num">{sinceText(worst.since)}</span>
    </span>
  )
const UnreadMark = ({ unread }: { unread: number }) =>
  unread > 0 && (
    <span data-mark="unread">
      <StatusTag kind="primary" icon={<MessageOutlined />} title={t('members.marks.unread', { count: unread })}>
        <span className="num" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
        <span className="sr">{t('members.marks.unread', { count: unread })}</span>
      </StatusTag>
    </span>
  )

/** The worst alert that runs, since when, and how many words wait to be read. */
export function AlertCell({ row }: Of) {
  const marks = useMarksOf(row)
  if (!marks) return null
  return marks.alerts === null ? <Closed /> : <AlertMark alerts={marks.alerts} />
}
export function UnreadCell({ row }: Of) {
  const unread = useMarksOf(row)?.unread
  return unread ? <UnreadMark unread={unread} /> : null
}

/** So many tags stand in one line; the others are told on hover. */
const SHOWN = 3
function Tags({ marks, parts }: { marks: MemberMarks; parts: MarkParts }) {
  const tags: [string, ReactNode][] = [
    ...(parts.conditions ? (marks.conditions ?? []) : []).map(
      ({ note, ename }) => [either(note, ename), <TagOutlined key="condition" />] as [string, ReactNode],
    ),
    ...(parts.watched ? (marks.groups ?? []) : []).map(
      (name) => [name, <TeamOutlined key="group" />] as [string, ReactNode],
    ),
  ]
  const rest = tags.slice(SHOWN).map(([word]) => word)
  return (
    <>
      {tags.slice(0, SHOWN).map(([word, icon], at) => (
        // Two entries may say the same.
        <StatusTag key={`${at}-${word}`} kind="neutral" icon={icon} title={word}>
          <span className="ell">{word}</span>
        </StatusTag>
      ))}
      {rest.length > 0 && (
        <span className="f12 t3 num" title={rest.join(t('common.patient.separator'))}>
          +{rest.length}
          <span className="sr">{rest.join(t('common.patient.separator'))}</span>
        </span>
      )}
    </>
  )
}
export function TagsCell({ row, parts }: Of & { parts: MarkParts }) {
  const marks = useMarksOf(row)
  if (!marks) return null
  return (
    <span className="mtags">
      {parts.conditions && marks.conditions === null && <Closed />}
      <Tags marks={marks} parts={parts} />
    </span>
  )
}

/** Who has the member's open cases, with how they are reached now. */
export function ManagersCell({ row }: Of) {
  const marks = useMarksOf(row)
  const managers = marks?.managers
  return (
    <span className="mtags">
      {marks && managers === null && <span className="f12 t3">{t('members.marks.noneSeen')}</span>}
      {managers?.map((person) => (
        <Colleague key={person.mid} person={person} />
      ))}
    </span>
  )
}

/** All of it on a card: its two lines keep their height, so that nothing moves when it comes. */
export function CardMarks({ row, parts }: Of & { parts: MarkParts }) {
  const marks = useMarksOf(row)
  const alerts = parts.watched && marks?.alerts?.worst ? marks.alerts : null
  const unread = parts.unread ? (marks?.unread ?? 0) : 0
  const closed =
    marks !== undefined && ((parts.watched && marks.alerts === null) || (parts.conditions && marks.conditions === null))
  return (
    <span className="mcardmarks">
      {(closed || alerts || unread > 0) && (
        <span className="mtags">
          {closed && <Closed />}
          {alerts && <AlertMark alerts={alerts} />}
          <UnreadMark unread={unread} />
        </span>
      )}
      {marks && (
        <span className="mtags">
          <Tags marks={marks} parts={parts} />
        </span>
      )}
    </span>
  )
}
