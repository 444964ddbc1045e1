import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Call, CallDetail } from '@teleward/contract/calls/schema.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { allergiesIn, either, otherNameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { AuthorisationTag, OtherName, VipMark } from '../../ui/PatientHeader.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Age, sex, number and authorisation: enough not to answer as the wrong person. */
export function RingWho({
  detail,
  failed,
  onAgain,
}: {
  detail: CallDetail | undefined
  failed: boolean
  onAgain: () => void
}) {
  const t = useT()
  const patient = detail?.patient
  // Who it is could not be had: the call can be answered all the same.
  if (!patient && !detail && failed)
    return (
      <p className="t3" role="alert">
        {errorText('CONNECTION_FAILED')}{' '}
        <button type="button" className="link plainlink" onClick={onAgain}>
          {t('common.retry')}
        </button>
      </p>
    )
  if (!patient) return <p className="t3">{detail ? '' : t('calls.ring.loading')}</p>
  const authorisation =
    patient.authorised === 'authorised'
      ? ({ state: 'authorised' } as const)
      : patient.authorised === 'emergency'
        ? ({ state: 'emergency' } as const)
        : ({ state: 'none' } as const)
  return (
    <>
      <OtherName name={otherNameOf(patient)} />
      <p className="f16 num">
        {ageAndSex(patient.birthday, patient.gender ?? 'unknown')}　<span className="t3">{patient.memberNo}</span>{' '}
        {patient.vip && <VipMark />}
      </p>
      <p className="row wrap">
        <AuthorisationTag value={authorisation} />
        <StatusTag kind="ok" icon={<CheckCircleOutlined />}>
          {either(patient.unitName, patient.unitNameEn)}
        </StatusTag>
      </p>
    </>
  )
}

/** Allergies and last visit only with the patient's authorisation (decision 34). */
export function RingFacts({ call, detail, time }: { call: Call; detail: CallDetail | undefined; time: string | null }) {
  const t = useT()
  const allergies = detail?.patient && allergiesIn(detail.patient)
  const visit = detail?.lastVisit
  return (
    <>
      {allergies && (
        <div className={`alrt ${allergies.status === 'known' ? 'bad' : ''}`}>
          <WarningOutlined aria-hidden="true" />
          <b>{t('common.patient.allergy')}</b>
          <span>
            {allergies.status === 'closed' && t('calls.ring.notAuthorised')}
            {allergies.status === 'notAsked' && t('common.patient.notAsked')}
            {allergies.status === 'noneKnown' && t('common.patient.noAllergy')}
            {allergies.status === 'known' && allergies.names.join(t('common.patient.separator'))}
          </span>
        </div>
      )}
      <dl>
        <dt>{t('calls.ring.reason')}</dt>
        <dd>
          <b className="num">
            {[call.roomNumber && t('calls.ring.number', { no: call.roomNumber }), time, detail?.serviceItem]
              .filter(Boolean)
              .join(t('common.dot'))}
          </b>
          {detail?.consultProblem && <div>{detail.consultProblem}</div>}
        </dd>
        {visit && (
          <>
            <dt>{t('calls.ring.last')}</dt>
            <dd className="num">
              {formatDate(visit.date)}　{either(visit.doctorName, visit.doctorNameEn)}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
