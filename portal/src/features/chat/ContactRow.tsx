import { EyeInvisibleOutlined, MoreOutlined } from '@ant-design/icons'
import { removeContact } from '@teleward/contract/chat/endpoints.ts'
import type { GroupContact, PatientContact, StaffContact } from '@teleward/contract/chat/schema.ts'
import { mutateEndpoint, showError } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { Avatar, type Presence } from '../../ui/Avatar.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { notify } from '../../ui/notify.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { lineText, presenceOf, shortTime } from './labels.ts'
import type { Which } from './which.ts'

export interface Item {
  which: Which
  /** Null: nobody has opened it. */
  conversation: number | null
  name: string
  seed: string | number
  last: PatientContact['last']
  unread: number
  presence?: Presence
  word?: string
  vip?: boolean
}
export const ofPatient = (one: PatientContact): Item => ({
  which: { tab: 0, id: one.pid, conversation: one.conversationId ?? undefined },
  conversation: one.conversationId,
  name: either(one.pname, one.pnameEn),
  seed: one.pid,
  last: one.last,
  unread: one.unread,
  vip: one.vip,
})
export const ofStaff = (one: StaffContact): Item => {
  const { dot, word } = presenceOf(one.presence)
  return {
    which: { tab: 1, id: one.mid },
    conversation: one.conversationId,
    name: either(one.dname, one.dnameEn),
    seed: one.mid,
    last: one.last,
    unread: one.unread,
    presence: dot,
    word: say(word),
  }
}
export const ofGroup = (one: GroupContact): Item => ({
  which: { tab: 2, id: one.id },
  conversation: one.id,
  name: one.name,
  seed: `g${one.id}`,
  last: one.last,
  unread: one.unread,
})

/** Off one's own list until the next word; for everybody else it stays. */
export async function takeOff({ conversation, name }: Item, done: () => void): Promise<void> {
  if (conversation === null) return
  try {
    await mutateEndpoint(removeContact, { body: { id: conversation } })
    notify({ kind: 'ok', title: say('chat.takenOff', { name }), text: say('chat.takenOffText') })
    done()
  } catch (error) {
    showError(error)
  }
}

interface Props {
  item: Item
  on: boolean
  draft: boolean
  onOpen: () => void
  /** It was taken off the list; without it, as among what was looked for, there is no list to take it off. */
  onOff?: () => void
}
export function ContactRow({ item, on, draft, onOpen, onOff }: Props) {
  const t = useT()
  const { last, unread } = item
  return (
    <li className="chatitem">
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
      {onOff && item.conversation !== null && (
        <MenuButton
          className="icbtn"
          label={t('chat.rowMore', { name: item.name })}
          items={[
            {
              key: 'off',
              label: t('chat.takeOff'),
              icon: <EyeInvisibleOutlined />,
              hint: t('chat.takenOffText'),
              onPick: () => void takeOff(item, onOff),
            },
          ]}
        >
          <MoreOutlined rotate={90} />
        </MenuButton>
      )}
    </li>
  )
}
