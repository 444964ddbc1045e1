import { counts } from '@teleward/contract/appointments/endpoints.ts'
import { chatMessageSent } from '@teleward/contract/chat/events.ts'
import { chatTabs } from '@teleward/contract/chat/rules.ts'
import type { EventPayload } from '@teleward/contract/core/event.ts'
import { call } from '../../api/client.ts'
import { onEvent } from '../../api/events.ts'
import type { Me } from '../../api/me.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { ensureTexts, t } from '../../i18n/i18n.ts'
import { go } from '../../shell/navigation.ts'
import { isBeingRead } from '../../shell/reading.ts'
import { showDeskAlert } from '../../ui/DeskAlert.ts'
import { chime } from './chime.ts'
import { isQuiet, soundsFor, toDesktop } from './choices.ts'

type Sent = EventPayload<typeof chatMessageSent>
type Hearer = Pick<Me, 'mid' | 'permissions' | 'preferences'>

/** Several at once, in whatever conversations and tabs, are one sound. */
const SOUND_EVERY_MS = 5000

const ofPatient = ({ to_mid_type }: Pick<Sent, 'to_mid_type'>) => chatTabs[to_mid_type] === 'patient'

/** As they are counted unread: words of others; of a patient's conversation the patient's own, for whoever writes to patients. */
export const waitFor = (sent: Pick<Sent, 'mid' | 'to_mid_type'>, { mid, permissions }: Omit<Hearer, 'preferences'>) =>
  ofPatient(sent) ? sent.mid === null && permissions['chat.patient'] === 'y' : sent.mid !== mid

const unreadShown = () => queryClient.getQueryData(endpointQuery(counts, {}).queryKey)?.messages ?? 0

/**
 * Words of a conversation sound, and come to the desktop when the tab is hidden, as the person chose for their kind; a closed
 * tab is woken by a push. By the conversation's number alone: neither the words nor who wrote them may show on a locked screen.
 */
export async function hearWords(sent: Sent, me: Hearer): Promise<void> {
  const { preferences, permissions } = me
  if (!waitFor(sent, me) || isQuiet(preferences, null)) return
  const before = unreadShown()
  if (await isBeingRead(sent.id)) return
  // Whoever sees own patients alone hears of all of the unit, and no patient is named: whether it was one of theirs tells the
  // number of what they have not read.
  const narrow = ofPatient(sent) && permissions['appointment.read'] !== 'y'
  if (narrow && (await call(counts, {})).messages <= before) return
  if (soundsFor(preferences, 'msg')) chime('msg', 'words', SOUND_EVERY_MS)
  if (!document.hidden || !toDesktop(preferences, 'msg')) return
  await ensureTexts('notices')
  const { id, to_mid_type: tab } = sent
  showDeskAlert({ title: t('notices.words'), tag: `words-${id}`, onClick: () => openConversation(id, tab) })
}

export const openConversation = (id: number, tab: number) => void go('chat', {}, { tab: String(tab), c: String(id) })

export const listenToWords = (me: Hearer): (() => void) =>
  onEvent(chatMessageSent, (sent) => void hearWords(sent, me).catch(reportError))
