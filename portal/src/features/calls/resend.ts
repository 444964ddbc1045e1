import { sendNotifyAndVideoLink } from '@teleward/contract/appointments/send-endpoints.ts'
import { mutateEndpoint, showError } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

/** Nobody is there, or nobody answered: a phone that is locked may have put the page to sleep. A message wakes it. */
export function offerLink(
  code: 'PATIENT_OFFLINE' | 'CALL_MISSED',
  { qid, video }: { qid: number; video: boolean },
): void {
  const send = async () => {
    try {
      const { to } = await mutateEndpoint(sendNotifyAndVideoLink, { body: { queueID: qid, sms_room: video ? 2 : 4 } })
      notify({ kind: 'ok', title: t('calls.resend.sent', { to }), key: 'call-over' })
    } catch (error) {
      showError(error)
    }
  }
  notify({
    kind: 'warn',
    title: errorText(code),
    text: t('calls.resend.why'),
    action: { label: t('calls.resend.send'), run: () => void send() },
    lasts: 'untilClosed',
    key: 'call-over',
  })
}
