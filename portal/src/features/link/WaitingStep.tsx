import { CheckCircleOutlined, InfoCircleOutlined, PhoneOutlined } from '@ant-design/icons'
import { cancelVisit, leaveVisit, patientCall, patientCallAction } from '@teleward/contract/links/endpoints.ts'
import type { LinkCall, LinkView } from '@teleward/contract/links/schema.ts'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { askForDeskAlerts, deskAlertsUndecided } from '../../ui/DeskAlert.ts'
import { formatTime, useNow } from '../../ui/format.ts'
import { IncomingRing } from './IncomingRing.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import { actedOn } from './one-tab.ts'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { doctorOf, VisitCard } from './VisitCard.tsx'
import { useCallAlert, useScreenLit, useSound } from './waitAlert.ts'

interface Props {
  link: LinkState
  view: LinkView
  progress: number | undefined
}

/** Place in the queue, live; the patient calls, or is called. */
export function WaitingStep({ link, view, progress }: Props) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const [asking, setAsking] = useState(false)
  const visit = view.visit
  const calling = view.call?.state === 'ringing' ? view.call : null
  const doctor = visit ? t('link.visit.with', { name: doctorOf(visit) }) : ''
  const onCall = (action: 'answer' | 'reject' | 'cancel') => {
    if (!calling) return
    if (action === 'answer') actedOn(calling.callID)
    void run(() => link.act(patientCallAction, { params: { callID: calling.callID }, body: { action } }))
  }
  const ring = async () => {
    const { call } = await link.act(patientCall, { body: { videoCall: visit?.video ?? true } })
    actedOn(call?.callID)
  }
  useCallAlert(calling)

  if (calling?.direction === 'outbound')
    return (
      <IncomingRing
        name={visit && calling.staffName === visit.doctorName ? doctorOf(visit) : (calling.staffName ?? doctor)}
        until={calling.ringUntil}
        busy={busy}
        onAnswer={() => onCall('answer')}
        onReject={() => onCall('reject')}
      />
    )
  // Given up by the patient: nobody has to be told that nobody answered.
  const missed = view.call?.state === 'missed' && view.call.direction === 'inbound' && view.call.cause !== 'left'
  const rejected = view.call?.state === 'rejected' && view.call.direction === 'inbound'
  // The doctor rang, and this page, asleep or aside, did not answer.
  const unheard = view.call?.state === 'missed' && view.call.direction === 'outbound'
  // Talked with the doctor: a place in the queue would say that it is still to come.
  const spoke = view.call?.state === 'ended' && (view.call.cause === 'hangup' || view.call.cause === 'ended')
  const mayCancel = visit?.cancellableUntil && Date.parse(visit.cancellableUntil) > Date.parse(view.now)
  return (
    <LinkFrame
      link={link}
      progress={progress}
      foot={
        <>
          {calling ? (
            <button type="button" className="lk-btn end" disabled={busy} onClick={() => onCall('cancel')}>
              {t('link.wait.stop')}
            </button>
          ) : (
            <button type="button" className="lk-btn" disabled={busy || !view.canCall} onClick={() => void run(ring)}>
              <PhoneOutlined aria-hidden="true" /> {t('link.wait.ring')}
            </button>
          )}
          <button
            type="button"
            className="lk-btn sec"
            disabled={busy}
            onClick={() => void run(() => link.act(leaveVisit, {}))}
          >
            {t('link.wait.leave')}
          </button>
        </>
      }
    >
      <h1 className="sr">{t('link.wait.title')}</h1>
      {spoke && (
        <p className="lk-note info" role="status">
          <CheckCircleOutlined aria-hidden="true" /> {t('link.wait.spoke')}
        </p>
      )}
      {view.waiting && !spoke && <Place waiting={view.waiting} />}
      {visit && <VisitCard visit={visit} />}
      {unheard && !calling && (
        <p className="lk-note warn" role="status">
          <PhoneOutlined aria-hidden="true" /> {t('link.wait.unheard')}
        </p>
      )}
      {(missed || rejected) && !calling && (
        <p className="lk-note warn" role="status">
          {t(
            view.call?.reason
              ? `link.wait.reason.${view.call.reason}`
              : rejected
                ? 'link.wait.busy'
                : 'link.wait.missed',
          )}
        </p>
      )}
      {calling ? (
        <Calling call={calling} doctor={doctor} />
      ) : (
        <>
          {view.waiting && !view.waiting.doctorOnline && (
            <p className="lk-note warn">
              <InfoCircleOutlined aria-hidden="true" /> {t('link.wait.offline')}
            </p>
          )}
          <KeepOpen />
        </>
      )}
      <Fault fault={fault} />
      {mayCancel && !asking && !calling && (
        <button type="button" className="lk-text" onClick={() => setAsking(true)}>
          {t('link.wait.cancel')}
        </button>
      )}
      {asking && (
        <div className="lk-note bad" role="alertdialog" aria-label={t('link.wait.cancel')}>
          <p>{t('link.wait.cancelAsk')}</p>
          <div className="lk-pair">
            <button type="button" className="lk-mini" onClick={() => setAsking(false)}>
              {t('link.wait.cancelNo')}
            </button>
            <button
              type="button"
              className="lk-mini bad"
              disabled={busy}
              onClick={() => void run(() => link.act(cancelVisit, { body: {} }))}
            >
              {t('link.wait.cancelYes')}
            </button>
          </div>
        </div>
      )}
    </LinkFrame>
  )
}

/** What has to be so for the page to ring, and what to do if it does not: no more than browsers keep. */
function KeepOpen() {
  const t = useT()
  const lit = useScreenLit()
  const sound = useSound()
  const [undecided, setUndecided] = useState(deskAlertsUndecided)
  return (
    <div className="lk-note ok">
      <p>
        <CheckCircleOutlined aria-hidden="true" /> {t(lit ? 'link.wait.lit' : 'link.wait.keepOpen')}
      </p>
      <p>{t('link.wait.asleep')}</p>
      {(!sound.ready || undecided) && (
        <div className="lk-pair">
          {!sound.ready && (
            <button type="button" className="lk-mini" onClick={sound.open}>
              {t('link.wait.sound')}
            </button>
          )}
          {undecided && (
            <button
              type="button"
              className="lk-mini"
              onClick={() => void askForDeskAlerts().then(() => setUndecided(deskAlertsUndecided()))}
            >
              {t('link.wait.notify')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function Place({ waiting }: { waiting: NonNullable<LinkView['waiting']> }) {
  const t = useT()
  return (
    <div className="lk-place" role="status">
      {waiting.ahead > 0 ? (
        <>
          <span>{t('link.wait.ahead')}</span>
          <b>{waiting.ahead}</b>
          <span>{t('link.wait.people')}</span>
        </>
      ) : (
        <b className="next">{t('link.wait.next')}</b>
      )}
      <small>{t('link.wait.expected', { time: formatTime(waiting.expectedAt) })}</small>
    </div>
  )
}

function Calling({ call, doctor }: { call: LinkCall; doctor: string }) {
  const t = useT()
  const left = Math.max(0, Math.ceil((Date.parse(call.ringUntil) - useNow()) / 1000))
  return (
    <p className="lk-note info" role="status">
      <PhoneOutlined aria-hidden="true" /> {t('link.wait.ringing', { name: doctor })}　
      {t('link.wait.ringingLeft', { count: left })}
    </p>
  )
}
