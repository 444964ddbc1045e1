import { PhoneFilled, PhoneOutlined, SoundOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { callInfo } from '@teleward/contract/calls/endpoints.ts'
import { type Call, type RejectReason, rejectReason } from '@teleward/contract/calls/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { formatTime, useNow } from '../../ui/format.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { RingFacts, RingWho } from './RingPatient.tsx'

/** A key press that was meant for a form must not answer. */
const GUARD_MS = 400
const RING_S = 30

interface Props {
  call: Call
  skew: number
  busy: boolean
  blocked: boolean
  onAnswer: () => void
  onReject: (reason?: RejectReason) => void
}

/** The agreed time, and how long it is past. */
function scheduled(at: string, skew: number): string {
  const late = Math.floor((Date.now() + skew - Date.parse(at)) / 60_000)
  return late > 0 ? t('calls.ring.late', { time: formatTime(at), count: late }) : formatTime(at)
}

/** Over every screen, in the browser's top layer; Tab stays inside, Esc does nothing (a slip must not lose a patient). */
export function RingPopup({ call, skew, busy, blocked, onAnswer, onReject }: Props) {
  const t = useT()
  const me = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  const answer = useRef<HTMLButtonElement>(null)
  const shownAt = useRef(performance.now())
  const {
    data: detail,
    isError,
    isFetching,
    refetch,
  } = useQuery(endpointQuery(callInfo, { body: { callID: call.callID } }))
  const ofPatient = call.kind === 'patient'
  const left = Math.max(0, (Date.parse(call.ringUntil) - (useNow(250) + skew)) / 1000)
  // A pointer aims at what it sees; a key (`detail` 0) may still have been meant for the field before.
  const guarded = (act: () => void) => (event: MouseEvent) => {
    if (event.detail > 0 || performance.now() - shownAt.current >= GUARD_MS) act()
  }

  useEffect(() => {
    const box = dialog.current
    if (!box) return
    // The press in progress belongs to the field it was made in: the focus moves when the guard is over.
    const before = document.activeElement
    box.showModal()
    // Not the first button, which rejects.
    box.focus()
    const timer = setTimeout(() => answer.current?.focus(), GUARD_MS)
    return () => {
      clearTimeout(timer)
      box.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useKeys([
    { keys: 'Alt+A', label: t('calls.ring.answer'), inFields: true, run: () => !busy && onAnswer() },
    { keys: 'Alt+R', label: t('calls.ring.reject'), inFields: true, run: () => !busy && onReject() },
  ])

  const others = call.targets.filter((one) => one.mid !== me.mid && one.state === 'ringing')
  return (
    <dialog
      ref={dialog}
      className="ringbox"
      role="alertdialog"
      aria-labelledby="ring-name"
      aria-describedby="ring-status"
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <div className="left30" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (left / RING_S) * 100)}%` }} />
      </div>
      <div className="top">
        {call.videoCall ? <VideoCameraOutlined aria-hidden="true" /> : <PhoneOutlined aria-hidden="true" />}
        <b id="ring-status" aria-live="assertive">
          {t(call.videoCall ? 'calls.ring.video' : 'calls.ring.voice')}
        </b>
        <span className="ell">{[call.partner_name, call.enterprise_name].filter(Boolean).join('・')}</span>
        <span className="push num">{t('calls.ring.left', { count: Math.ceil(left) })}</span>
      </div>
      <div className="who">
        <div className="halo" aria-hidden="true">
          <Avatar name={call.caller} seed={call.pid ?? call.caller} size="xl" />
        </div>
        <div className="grow">
          <h1 id="ring-name">{call.caller}</h1>
          {call.kind === 'patient' ? (
            <RingWho detail={detail} failed={isError && !isFetching} onAgain={() => void refetch()} />
          ) : (
            <p className="t2 f16">{t(`calls.ring.kind.${call.kind}`, { name: call.patientName ?? '' })}</p>
          )}
        </div>
      </div>
      {ofPatient && (
        <RingFacts call={call} detail={detail} time={call.scheme_time ? scheduled(call.scheme_time, skew) : null} />
      )}
      <div className="go">
        <button type="button" className="bigb no" disabled={busy} onClick={guarded(() => onReject())}>
          <PhoneFilled rotate={225} aria-hidden="true" /> {t('calls.ring.reject')} <Kbd keys="Alt R" />
        </button>
        <button type="button" className="bigb yes" ref={answer} disabled={busy} onClick={guarded(onAnswer)}>
          <PhoneFilled aria-hidden="true" />{' '}
          {t(call.pid && me.permissions['emr.read'] !== '-' ? 'calls.ring.answerRecord' : 'calls.ring.answer')}{' '}
          <Kbd keys="Alt A" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, and no set of fields. */}
      <div className="tell" role="group" aria-labelledby="ring-tell">
        <span id="ring-tell" className="t3 f13">
          {t(ofPatient ? 'calls.ring.tell' : 'calls.ring.tellColleague')}
        </span>
        {rejectReason.options.map((reason) => (
          <button
            key={reason}
            type="button"
            className="chip"
            disabled={busy}
            title={ofPatient ? t(`calls.ring.toldAs.${reason}`) : undefined}
            onClick={guarded(() => onReject(reason))}
          >
            {t(`calls.ring.telling.${reason}`)}
          </button>
        ))}
      </div>
      {(blocked || others.length > 0) && (
        <div className={`hint ${blocked ? '' : 'calm'}`}>
          {blocked && (
            <>
              <SoundOutlined aria-hidden="true" /> {t('calls.ring.hint')}
            </>
          )}
          {others.length > 0 && (
            <span className="push">
              {t('calls.ring.also', { names: others.map((one) => one.name).join(t('common.patient.separator')) })}
            </span>
          )}
        </div>
      )}
    </dialog>
  )
}
