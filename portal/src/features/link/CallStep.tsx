import { patientCallAction, recordingConsent } from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { CallRoom } from './CallRoom.tsx'
import { RecordingAsk } from './RecordingAsk.tsx'
import { useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { usePatientRoom } from './usePatientRoom.ts'
import { doctorOf } from './VisitCard.tsx'

/** The call of a visit: the doctor large. Leaving the component leaves the room. */
export function CallStep({ link, view }: { link: LinkState; view: LinkView }) {
  const t = useT()
  const video = view.visit?.video ?? true
  const held = usePatientRoom(link, video)
  const { run, busy, fault } = useStep()
  const callID = view.call?.callID
  const hangup = () => {
    if (callID) void run(() => link.act(patientCallAction, { params: { callID }, body: { action: 'hangup' } }))
  }
  const answerRecording = (agree: boolean) =>
    void run(() => link.act(recordingConsent, { body: { agree, text: view.texts.recording } }))
  return (
    <CallRoom
      held={held}
      video={video}
      main={(one) => one.role === 'moderator'}
      nameOf={(doctor) => {
        const told = doctor?.name ?? view.call?.staffName ?? view.visit?.doctorName ?? ''
        return view.visit && told === view.visit.doctorName ? doctorOf(view.visit) : told
      }}
      waiting={t('link.room.waitingStaff')}
      silent={(why) =>
        why === 'lost'
          ? t('mediafaults.doctorSilent')
          : t(why === 'muted' ? 'link.room.readingMuted' : 'link.room.reading')
      }
      fault={fault}
      lost={link.lost}
      onHangup={hangup}
      onStopRecording={() => answerRecording(false)}
      ask={(recording) =>
        (view.room?.recording === 'needsConsent' || recording === 'needsConsent') &&
        view.consents?.recording !== 'declined' && <RecordingAsk busy={busy} onAnswer={answerRecording} />
      }
    />
  )
}
