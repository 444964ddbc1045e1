import {
  AudioOutlined,
  DownOutlined,
  EyeOutlined,
  PhoneOutlined,
  TeamOutlined,
  UpOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { NONE_KNOWN } from '@teleward/contract/members/allergies.ts'
import type { Room } from '@teleward/contract/calls/schema.ts'
import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCalls } from '../../shell/calls.ts'
import { useRight } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { allergiesIn, either, nameOf, otherNameOf } from '../../patterns/Patient.tsx'
import { recordedText } from '../../patterns/recorded.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatNumber, formatShortDate, formatTime, isoDay } from '../../ui/format.ts'
import { PatientHeader } from '../../ui/PatientHeader.tsx'
import { ageAndSex } from '../../ui/person.ts'

interface Props {
  data: EmrData
  room: Room | undefined
  /** Who else is on the note. */
  here: readonly string[]
  onAuthorisation: () => void
}

/** A national id shows its first two and its last three characters. */
function maskedId({ details, patient }: EmrData): string | null {
  const id = details?.idNumber
  if (id && id.length > 5) return `${id.slice(0, 2)}${'•'.repeat(id.length - 5)}${id.slice(-3)}`
  return patient.idLast ? `•••••••${patient.idLast}` : null
}

export function EmrHeader({ data, room, here, onAuthorisation }: Props) {
  const { patient, details, visit } = data
  const open = data.access === 'authorised' || data.access === 'emergency'
  const none = data.history?.sensitive_matters?.findLast(({ severity }) => severity === NONE_KNOWN)
  const facts: ReactNode[] = open
    ? [
        patient.birthday && formatDate(patient.birthday),
        patient.memberNo,
        maskedId(data),
        either(patient.unitName, patient.unitNameEn),
      ].filter(Boolean)
    : []
  const body = details && (details.height !== null || details.weight !== null)
  const [full, setFull] = useState(false)
  const { bar, cut } = useCut()
  const people = room?.participants.filter((one) => one.present).map((one) => one.name) ?? []
  return (
    <header className={`card phbar ${full ? 'full' : ''}`} ref={bar}>
      <PatientHeader
        heading
        pid={patient.pid}
        name={nameOf(patient)}
        otherName={otherNameOf(patient)}
        vip={patient.vip}
        subtitle={open ? ageAndSex(patient.birthday, patient.gender ?? 'unknown') : t('emr.closed.nameOnly')}
        facts={facts}
        allergies={{ ...allergiesIn(patient), by: none && recordedText(none) }}
        authorisation={
          data.access === 'emergency'
            ? { state: 'emergency', until: data.accessUntil }
            : data.access === 'authorised'
              ? { state: 'authorised', until: data.accessUntil }
              : { state: 'none' }
        }
        onAuthorisation={{ named: t('authorise.open'), open: onAuthorisation }}
        actions={
          <>
            {body && (
              <Block label={t('emr.header.body')} whole>
                {details.height !== null && `${formatNumber(details.height)} cm`}
                {details.height !== null && details.weight !== null && '　'}
                {details.weight !== null && `${formatNumber(details.weight)} kg`}
              </Block>
            )}
            {visit && (
              <Block label={t(visit.telemedicine ? 'emr.header.visitTele' : 'emr.header.visit')}>
                {[
                  t('emr.header.number', { no: visit.queueNo }),
                  t(`emr.site.${visit.site}`),
                  isoDay(visit.startAt) === isoDay()
                    ? formatTime(visit.startAt)
                    : `${formatShortDate(visit.startAt)} ${formatTime(visit.startAt)}`,
                ].join(t('common.dot'))}
              </Block>
            )}
            {people.length > 0 && (
              <Who
                icon={<TeamOutlined />}
                text={t('emr.header.inRoom', { names: people.join(t('common.patient.separator')) })}
              />
            )}
            {here.length > 0 && (
              <Who
                icon={<EyeOutlined />}
                text={t('emr.header.here', { names: here.join(t('common.patient.separator')) })}
              />
            )}
            {visit && <CallButtons data={data} room={room} />}
            {(cut || full) && (
              <button
                type="button"
                className={`icbtn sm unfold ${full ? 'on' : ''}`}
                aria-expanded={full}
                aria-label={t('emr.header.whole')}
                title={t('emr.header.whole')}
                onClick={() => setFull(!full)}
              >
                {full ? <UpOutlined /> : <DownOutlined />}
              </button>
            )}
          </>
        }
      />
    </header>
  )
}

/** Whether something of the row is cut off; the whole is one click away then. */
function useCut() {
  const bar = useRef<HTMLElement>(null)
  const [cut, setCut] = useState(false)
  const measure = useCallback(() => {
    const pieces = bar.current?.querySelectorAll('.ell, .meta, .blk') ?? []
    setCut([...pieces].some((one) => one.scrollWidth > one.clientWidth + 1))
  }, [])
  // What stands in the row changes with every answer of the server, its width with the window and the call.
  useLayoutEffect(measure)
  useEffect(() => {
    const row = bar.current
    if (!row) return
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    return () => observer.disconnect()
  }, [measure])
  return { bar, cut }
}

/** `whole`: never cut, whatever stands beside it: doses are judged by the weight. */
function Block({ label, children, whole }: { label: string; children: ReactNode; whole?: boolean }) {
  return (
    <span className={`blk num ${whole ? 'whole' : ''}`}>
      <span className="k">{label}</span>
      {children}
    </span>
  )
}

const Who = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <span className="who2" title={text}>
    {icon}
    <span className="ell">{text}</span>
  </span>
)

/** Rings the patient, or goes into the room where they are. Absent without the right to calls. */
function CallButtons({ data, room }: { data: EmrData; room: Room | undefined }) {
  const calls = useCalls()
  const right = useRight('call.use')
  const { visit } = data
  if (right === '-' || !visit || visit.site === 'onsite') return null
  const callable = visit.status === 'registered' || visit.status === 'checkedIn' || visit.status === 'redial'
  const busy = calls.current !== null
  const waiting = room?.participants.some((one) => one.present)
  if (busy) return null
  if (waiting && room)
    return (
      <Button kind="primary" icon={<VideoCameraOutlined />} onClick={() => calls.enter(room.roomID)}>
        {t('emr.header.enter')}
      </Button>
    )
  if (!callable) return null
  return (
    <span className="callacts">
      {visit.site !== 'voice' && (
        <Button icon={<VideoCameraOutlined />} onClick={() => calls.start({ qid: visit.qid, video: true })}>
          {t('emr.header.video')}
        </Button>
      )}
      <Button
        icon={visit.site === 'voice' ? <PhoneOutlined /> : <AudioOutlined />}
        aria-label={t('emr.header.voice')}
        title={t('emr.header.voice')}
        onClick={() => calls.start({ qid: visit.qid, video: false })}
      />
    </span>
  )
}
