import {
  ArrowLeftOutlined,
  DownloadOutlined,
  MobileOutlined,
  PhoneOutlined,
  SearchOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { RING_MAX } from '@teleward/contract/calls/schema.ts'
import { exportChat, recallMessage, sendChatLink } from '@teleward/contract/chat/endpoints.ts'
import { chatTyping } from '@teleward/contract/chat/events.ts'
import { TYPING_MS } from '@teleward/contract/chat/rules.ts'
import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import { useEffect, useState } from 'react'
import { fileOf } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { onEvent } from '../../api/events.ts'
import { saveAs } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { showError, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { either } from '../../patterns/Patient.tsx'
import { useColleagues } from '../../patterns/presence.tsx'
import { useCalls } from '../../shell/calls.ts'
import { useReading } from '../../shell/reading.ts'
import { formatDate, formatDateTime, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { SidePane } from './SidePane.tsx'
import { Composer } from './Composer.tsx'
import { Messages } from './Messages.tsx'
import { useQueue } from './queue.ts'
import { Found } from './Search.tsx'
import { useConversation } from './useConversation.ts'
import type { Drafts } from './useDrafts.ts'
import { titleOf } from './labels.ts'
import type { Which } from './which.ts'
import { Who } from './Who.tsx'

interface Props {
  which: Which
  /** It has opened by itself. */
  quiet: boolean
  /** The message and the day that the address names. */
  seq: number | undefined
  date: string | undefined
  onGo: (place: { m?: number | undefined; date?: string | undefined }) => void
  drafts: Drafts
  onBack: () => void
  onGroup: () => void
}
export function ConversationPane({ which, quiet, seq, date, onGo, drafts, onBack, onGroup }: Props) {
  const t = useT()
  const conversation = useConversation(which)
  const { head, error, reload, jump, run } = conversation
  const queue = useQueue()
  const [answering, setAnswering] = useState<Pick<ChatMessage, 'seq' | 'from'> | null>(null)
  const [target, setTarget] = useState(seq)
  const [searching, setSearching] = useState(false)
  const recall = useEndpointMutation(recallMessage)
  const id = head?.id
  // What arrives in it meanwhile is announced in no tab.
  useReading(error ? undefined : id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what belonged to one conversation is not taken into the next.
  useEffect(() => {
    setAnswering(null)
    setSearching(false)
  }, [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that names a place is gone to once it is open.
  useEffect(() => {
    if (id === undefined || (seq === undefined && date === undefined)) return setTarget(undefined)
    jump(date === undefined ? { around: seq ?? 0 } : { date }).then((at) => setTarget(at), showError)
  }, [id, seq, date])
  useKeys([{ keys: 'Mod+F', label: t('chat.key.search'), run: () => setSearching(true) }], head !== null)

  if (error)
    return (
      <section className="chatpane">
        <ErrorState title={t('chat.failed')} text={errorMessage(error)} code={codeOf(error)} onRetry={reload} />
        <div className="chatalone">
          <BackButton onBack={onBack} />
        </div>
      </section>
    )
  if (!head)
    return (
      <section className="chatpane" aria-busy="true">
        <SkeletonBlock lines={8} />
      </section>
    )
  const waiting = queue.filter((one) => one.conversation === head.id)
  const onRecall = async (message: ChatMessage) => {
    const yes = await confirmAct({
      title: t('chat.recallTitle'),
      text: t('chat.recallText'),
      ok: t('chat.recall'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) recall.mutate({ body: { id: message.id } })
  }
  const onReply = (message: ChatMessage | null) => setAnswering(message && { seq: message.seq, from: message.from })
  // As it stands now: what is taken back meanwhile is read nowhere any more.
  const reply = answering && { ...answering, said: run.messages.find(({ seq: at }) => at === answering.seq) ?? null }
  const mine = run.messages.findLast((message) => message.fromMe && !message.recall)
  return (
    <>
      <section className="chatpane" aria-label={titleOf(head)}>
        <div className="chathead">
          <BackButton onBack={onBack} />
          <Who head={head} onGroup={onGroup} />
          <HeadActs
            head={head}
            onSearch={() => setSearching(!searching)}
            searching={searching}
            date={date}
            onGo={onGo}
          />
        </div>
        {searching && (
          <Found
            conversation={head.id}
            onClose={() => setSearching(false)}
            onGo={(m) => onGo({ m, date: undefined })}
          />
        )}
        <Messages
          conversation={{ ...conversation, head }}
          waiting={waiting}
          target={target}
          onReply={onReply}
          onRecall={(message) => void onRecall(message)}
          onGo={(m) => onGo({ m, date: undefined })}
        />
        <Typing head={head} />
        <Composer head={head} drafts={drafts} reply={reply} onReply={onReply} mine={mine} quiet={quiet} />
      </section>
      <SidePane head={head} />
    </>
  )
}

function BackButton({ onBack }: { onBack: () => void }) {
  const t = useT()
  return (
    <button type="button" className="icbtn chatback" aria-label={t('chat.back')} onClick={onBack}>
      <ArrowLeftOutlined />
    </button>
  )
}

interface ActsProps {
  head: ChatHead
  searching: boolean
  onSearch: () => void
  date: string | undefined
  onGo: Props['onGo']
}
function HeadActs({ head, searching, onSearch, date, onGo }: ActsProps) {
  const t = useT()
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const link = useEndpointMutation(sendChatLink, {
    onDone: ({ to, heldUntil }) =>
      notify(
        heldUntil
          ? { kind: 'info', title: t('chat.linkHeld', { to, time: formatDateTime(heldUntil) }) }
          : { kind: 'ok', title: t('chat.linkSent', { to }) },
      ),
  })
  const save = async () => {
    setBusy(true)
    try {
      saveAs(await fileOf(exportChat, { body: { id: head.id } }), `${t('chat.fileName')}-${isoDay()}.xlsx`)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const colleagues = useColleagues().data
  const { start } = useCalls()
  const calls = (me.permissions['call.use'] ?? '-') !== '-' && !head.patient
  const inside = head.colleague ? [head.colleague.mid] : (head.group?.members.map(({ mid }) => mid) ?? [])
  // Of a group those are rung who share a unit with the caller: others cannot be called.
  const mids = inside.filter((mid) => mid !== me.mid && colleagues?.some((one) => one.mid === mid)).slice(0, RING_MAX)
  return (
    <div className="row chatacts2">
      {calls &&
        ([false, true] as const).map((video) => (
          <button
            key={String(video)}
            type="button"
            className="icbtn"
            aria-label={t(video ? 'chat.callVideo' : 'chat.callVoice')}
            title={t(video ? 'chat.callVideo' : 'chat.callVoice')}
            disabled={mids.length === 0}
            onClick={() => start({ mids, video })}
          >
            {video ? <VideoCameraOutlined /> : <PhoneOutlined />}
          </button>
        ))}
      {head.patient && me.permissions['chat.patient'] === 'y' && (
        <button
          type="button"
          className="icbtn"
          aria-label={t('chat.sendLink')}
          title={t('chat.sendLink')}
          disabled={link.isPending}
          onClick={() => link.mutate({ body: { id: head.id } })}
        >
          <MobileOutlined />
        </button>
      )}
      <button
        type="button"
        className="icbtn"
        aria-label={t('chat.searchIn')}
        title={t('chat.searchIn')}
        aria-expanded={searching}
        onClick={onSearch}
      >
        <SearchOutlined />
      </button>
      <DayPicker
        value={date ?? isoDay()}
        label={t('chat.toDate')}
        text={(day) => (date === undefined ? t('chat.toDate') : formatDate(day))}
        onChange={(day) => onGo({ date: day, m: undefined })}
      />
      <button
        type="button"
        className="icbtn"
        aria-label={t('chat.export')}
        title={t('chat.export')}
        disabled={busy}
        onClick={() => void save()}
      >
        <DownloadOutlined />
      </button>
    </div>
  )
}

/** Who is writing just now; gone a moment after the last word. */
function Typing({ head }: { head: ChatHead }) {
  const t = useT()
  const me = useMe()
  const [who, setWho] = useState<{ mid: number | null; name: string } | null>(null)
  // By its number: its row is drawn anew with each message and each reading, and whoever types is typing still.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    setWho(null)
    const end = onEvent(chatTyping, ({ id, mid, name, nameEn }) => {
      if (id !== head.id || mid === me.mid) return
      setWho({ mid, name: either(name, nameEn) })
      clearTimeout(timer)
      timer = setTimeout(() => setWho(null), TYPING_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [head.id, me.mid])
  return (
    <p className="chattyping t3 f12" role="status">
      {who ? t('chat.typing', { name: who.mid === null ? titleOf(head) : who.name }) : ''}
    </p>
  )
}
