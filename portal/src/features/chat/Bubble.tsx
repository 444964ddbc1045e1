import {
  CheckCircleOutlined,
  CheckOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  MoreOutlined,
  RollbackOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { chatFileAddresses } from '@teleward/contract/chat/endpoints.ts'
import { recallRefusal } from '@teleward/contract/chat/rules.ts'
import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import { useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { connectionStore } from '../../api/socket.ts'
import { openHandoff, useHandoffs } from '../../shell/handoffs.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { AttachmentView } from '../../patterns/attachments/AttachmentView.tsx'
import { WaitingAttachment } from '../../patterns/attachments/WaitingAttachment.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { blobOf, discard, sendAgain, useSent, type Waiting } from './queue.ts'
import { authorOf, lineText } from './labels.ts'

interface Props {
  message: ChatMessage
  head: ChatHead
  marked: boolean
  onReply: () => void
  onRecall: () => void
  onQuote: (seq: number) => void
}
export function Bubble({ message, head, marked, onReply, onRecall, onQuote }: Props) {
  const t = useT()
  const { fromMe, recall, reply, attachment } = message
  const author = authorOf(message.from, head)
  const handoffs = useHandoffs()
  if (recall)
    return (
      <p className="chatgone t3 f13" data-seq={message.seq}>
        <RollbackOutlined />
        {fromMe ? t('chat.recalledByMe') : t('chat.recalledBy', { name: author })}
        <span className="num">{formatTime(recall.time)}</span>
      </p>
    )
  const pid = head.patient?.pid
  const refused = recallRefusal(message, new Date())
  return (
    <div className={`chatrow ${fromMe ? 'own' : ''} ${marked ? 'marked' : ''}`} data-seq={message.seq}>
      {!fromMe && <Avatar name={author} seed={message.from_mid ?? head.patient?.pid ?? 0} />}
      <div className="chatwords">
        {!fromMe && (head.kind !== 'staff' || !message.from) && <span className="chatwho t3 f12">{author}</span>}
        <div className="chatbubble">
          {reply && (
            <button type="button" className="chatquote" onClick={() => onQuote(reply.seq)}>
              <b>{authorOf(reply.from, head)}</b>
              <span className="ell">{lineText(reply)}</span>
            </button>
          )}
          {attachment && (
            <AttachmentView
              attachment={attachment}
              thumb={attachment.thumb?.url ?? null}
              ask={() => call(chatFileAddresses, { params: { id: attachment.id } })}
            />
          )}
          {message.textContent && <span className="chattext">{message.textContent}</span>}
        </div>
      </div>
      <div className="chatmeta t3 f12">
        {fromMe && <SeenMark message={message} kind={head.kind} />}
        <time className="num" dateTime={message.time} title={formatDateTime(message.time)}>
          {formatTime(message.time)}
        </time>
      </div>
      <MenuButton
        className="icbtn sm chatacts"
        label={t('chat.actsOf', { time: formatTime(message.time) })}
        align={fromMe ? 'end' : 'start'}
        items={[
          { key: 'reply', label: t('chat.reply'), icon: <RollbackOutlined />, onPick: onReply },
          ...(handoffs && pid !== undefined
            ? [
                {
                  key: 'todo',
                  label: t('chat.todo'),
                  icon: <CheckSquareOutlined />,
                  onPick: () => openHandoff({ pid, about: { kind: 'message', id: String(message.id) } }),
                },
              ]
            : []),
          ...(fromMe
            ? [
                {
                  key: 'recall',
                  label: t('chat.recall'),
                  icon: <UndoOutlined />,
                  danger: true,
                  disabled: refused !== null,
                  ...(refused ? { hint: errorText(refused) } : {}),
                  onPick: onRecall,
                },
              ]
            : []),
        ]}
      >
        <MoreOutlined />
      </MenuButton>
    </div>
  )
}

function SeenMark({ message, kind }: { message: ChatMessage; kind: ChatHead['kind'] }) {
  const t = useT()
  if (!message.isSeen)
    return (
      <span className="chatstate">
        <CheckOutlined /> {t('chat.state.sent')}
      </span>
    )
  return (
    <span className="chatstate c-pri">
      <CheckCircleOutlined /> {kind === 'group' ? t('chat.readBy', { count: message.readBy }) : t('chat.state.read')}
    </span>
  )
}

/** Not yet with the server: it waits for the line, is on its way, or was refused and can be sent again. */
export function WaitingBubble({ waiting }: { waiting: Waiting }) {
  const t = useT()
  const online = useSyncExternalStore(connectionStore.subscribe, () => connectionStore.get().state === 'online')
  const { failed, attached } = waiting
  return (
    <div className="chatrow own">
      <div className="chatwords">
        <div className={`chatbubble ${failed ? 'failed' : 'queued'}`}>
          {attached && <WaitingFile waiting={waiting} />}
          {waiting.text && <span className="chattext">{waiting.text}</span>}
        </div>
        {failed && (
          <div className="row">
            <Button size="sm" kind="soft" onClick={() => sendAgain(waiting.clientId)}>
              {t('chat.sendAgain')}
            </Button>
            <Button size="sm" kind="text" onClick={() => discard(waiting.clientId)}>
              {t('chat.discard')}
            </Button>
          </div>
        )}
      </div>
      <div className="chatmeta f12">
        {failed ? (
          <span className="chatstate c-bad" role="alert">
            <ExclamationCircleOutlined /> {t('chat.state.failed', { why: errorText(failed, waiting.failedBy) })}
          </span>
        ) : (
          <span className="chatstate c-warn" role="status">
            <ClockCircleOutlined /> {online ? t('chat.state.sending') : t('chat.state.waiting')}
          </span>
        )}
        <time className="num t3">{formatTime(waiting.at)}</time>
      </div>
    </div>
  )
}

function WaitingFile({ waiting: { clientId, attached, failed } }: { waiting: Waiting }) {
  const sent = useSent(clientId)
  return attached ? <WaitingAttachment attached={attached} blob={blobOf(clientId)} sent={failed ? null : sent} /> : null
}
