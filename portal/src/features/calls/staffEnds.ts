import { isBeside } from '@teleward/contract/calls/rules.ts'
import type { CallKind, RejectReason } from '@teleward/contract/calls/schema.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { type ActiveCall, getState, setState } from './store.ts'

interface Ended {
  kind: CallKind
  callID: string
  roomID: string
  state: string
  /** What is said in place of an answer. */
  reason: RejectReason | null
}
const said = (reason: RejectReason) => t(`calls.ring.telling.${reason}`)

/** Nobody of the colleagues came: what they say instead, and one press to try again. */
export function unanswered(
  { patientName: name }: ActiveCall,
  { state, reason }: Pick<Ended, 'state' | 'reason'>,
  again: () => void,
): void {
  notify({
    kind: 'warn',
    title: t(state === 'rejected' ? 'calls.declined' : 'calls.noAnswer', { name }),
    ...(reason ? { text: said(reason) } : {}),
    key: 'call-over',
    lasts: 'joinedRoom',
    action: { label: t('calls.callAgain'), run: again },
  })
}

/** Whom I rang into my room does not come, or is gone: the call stands as it was. */
export function notTaken({ kind, state, callID, roomID, reason }: Ended): void {
  const { active, handing } = getState()
  if (!isBeside(kind) || active?.roomID !== roomID || active.callID === callID) return
  if (handing?.callID === callID) setState({ handing: null })
  if (state === 'ended') return
  notify({
    kind: 'warn',
    title: errorText(kind === 'transfer' ? 'TRANSFER_FAILED' : 'INVITE_FAILED'),
    text: reason ? said(reason) : t(state === 'rejected' ? 'calls.notComing' : 'calls.notThere'),
    key: `beside-${callID}`,
  })
}
