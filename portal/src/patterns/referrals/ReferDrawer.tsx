import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { postReferral, referralTargets } from '@teleward/contract/referrals/endpoints.ts'
import type { OutsideInstitution } from '@teleward/contract/referrals/outside.ts'
import type { Referral } from '@teleward/contract/referrals/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { FormDrawer } from '../FormDrawer.tsx'
import { useKeptForm } from '../keptForm.ts'
import { MemberPicker, type Picked } from '../MemberPicker.tsx'
import { either, nameOf } from '../Patient.tsx'
import { usePhone } from '../usePhone.ts'
import { OutsidePicker } from './OutsidePicker.tsx'
import { NO_RECORDS, RecordsToAttach } from './RecordsToAttach.tsx'
import './referrals.css'

const MAX_REASON = 2000
type Field = 'patient' | 'target' | 'reason' | 'consent'
type Missing = Partial<Record<Field, string>>

const Help = ({ field, text, hint = '' }: { field: Field; text: string | undefined; hint?: string }) => (
  <p id={`refer-${field}-help`} className={`help ${text ? 'err' : ''}`}>
    {text ?? hint}
  </p>
)

interface Typed {
  member: readonly Picked[]
  way: 'inside' | 'outside'
  toUnit?: number | undefined
  toMid?: number | undefined
  outside?: OutsideInstitution | undefined
  urgency: 'routine' | 'urgent'
  reason: string
  records: typeof NO_RECORDS
}
interface Props {
  /** Of this visit. */
  row?: Appointment
  /** In place of a letter that was declined or taken back. */
  follows?: Referral
  onClose: () => void
  onSent?: (sent: Referral) => void
}
/** A letter of its own for each visit, for each letter that it follows, and for whom one chooses. */
function placeOf(row: Appointment | undefined, follows: Referral | undefined) {
  if (row) return { screen: 'referral', subject: `${row.patient.pid}/${row.qid}` }
  return follows
    ? { screen: `referral:${follows.id}`, subject: String(follows.pid) }
    : { screen: 'referral', subject: '' }
}

/** The patient of a visit, of a letter that goes elsewhere, or one to be chosen is handed on: to whom, why, with which records. */
export default function ReferDrawer({ row, follows, onClose, onSent }: Props) {
  const phone = usePhone()
  const form = useKeptForm<Typed>(placeOf(row, follows), {
    member: [],
    way: follows?.to.outside ? 'outside' : 'inside',
    urgency: follows?.urgency ?? 'routine',
    reason: follows?.reason ?? '',
    records: NO_RECORDS,
  })
  const { member, way, toUnit, toMid, outside, urgency, reason, records } = form.typed
  const { change } = form
  // That the patient agrees is said anew each time.
  const [consent, setConsent] = useState(false)
  const [told, setTold] = useState(false)
  const fixed = row !== undefined || follows !== undefined
  const pid = row?.patient.pid ?? follows?.pid ?? member[0]?.pid
  const name = row ? nameOf(row.patient) : (follows?.patient.name ?? '')
  const missing: Missing = {
    ...(pid === undefined ? { patient: t('referrals.required') } : {}),
    ...((way === 'inside' ? toUnit : outside) === undefined ? { target: errorText('TARGET_REQUIRED') } : {}),
    ...(!saysSomething(reason) ? { reason: errorText('REASON_REQUIRED') } : {}),
    ...(consent ? {} : { consent: t('referrals.agree') }),
  }
  const { mutate, isPending } = useEndpointMutation(postReferral, {})
  const send = () => {
    setTold(true)
    if (Object.keys(missing).length > 0) return
    const { notes, reports, files } = records
    mutate(
      {
        body: {
          ...(row ? { qid: row.qid } : { pid }),
          ...(way === 'inside' ? { toUnit, toMid } : { toOutside: outside?.id }),
          ...(follows ? { follows: follows.id } : {}),
          ...{ urgency, reason: reason.trim(), consent },
          ...{ notes: [...notes], reports: [...reports], files: [...files] },
        },
      },
      {
        onSuccess: (sent) => {
          const { patient, to } = sent
          const words = to.person ? either(to.person.name, to.person.nameEn) : either(to.unitName, to.unitNameEn)
          notify({ kind: 'ok', title: t('referrals.done.sent', { name: patient.name, to: words }) })
          form.clear()
          onClose()
          onSent?.(sent)
        },
      },
    )
  }
  const fault = (field: Field) => (told ? missing[field] : undefined)
  return (
    <FormDrawer
      open
      title={fixed ? t('referrals.title', { name }) : t('referrals.new')}
      width={phone ? 375 : 520}
      dirty={form.dirty || consent}
      kept={form.kept}
      busy={isPending}
      submit={t('referrals.send')}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="referform">
        {!fixed && (
          <div>
            <FieldLabel id="refer-patient" required>
              {t('referrals.column.patient')}
            </FieldLabel>
            <MemberPicker
              id="refer-patient"
              single
              value={member}
              status={fault('patient') ? 'error' : ''}
              onChange={(next) => change({ member: next, records: NO_RECORDS })}
            />
            <Help field="patient" text={fault('patient')} />
          </div>
        )}
        <Segmented
          aria-label={t('referrals.way.label')}
          value={way}
          options={(['inside', 'outside'] as const).map((one) => ({ value: one, label: t(`referrals.way.${one}`) }))}
          onChange={(next) => change({ way: next })}
        />
        {way === 'inside' ? (
          <Inside
            unit={toUnit}
            person={toMid}
            fault={fault('target')}
            onUnit={(next) => change({ toUnit: next, toMid: undefined })}
            onPerson={(next) => change({ toMid: next })}
          />
        ) : (
          <div>
            <FieldLabel id="refer-outside" required>
              {t('referrals.outside.label')}
            </FieldLabel>
            <OutsidePicker
              id="refer-outside"
              value={outside}
              wrong={fault('target') !== undefined}
              describedBy="refer-target-help"
              onChange={(next) => change({ outside: next })}
            />
            <Help field="target" text={fault('target')} hint={t('referrals.outside.hint')} />
          </div>
        )}
        <Segmented
          aria-label={t('referrals.urgency.label')}
          value={urgency}
          options={(['routine', 'urgent'] as const).map((one) => ({
            value: one,
            label: t(`referrals.urgency.${one}`),
          }))}
          onChange={(next) => change({ urgency: next })}
        />
        <div>
          <FieldLabel id="refer-reason" required>
            {t('referrals.reason')}
          </FieldLabel>
          <Input.TextArea
            id="refer-reason"
            rows={6}
            maxLength={MAX_REASON}
            value={reason}
            aria-required
            aria-invalid={fault('reason') !== undefined}
            aria-describedby="refer-reason-help"
            status={fault('reason') ? 'error' : ''}
            onChange={(event) => change({ reason: event.target.value })}
          />
          <Help field="reason" text={fault('reason')} hint={t('referrals.reasonHint')} />
        </div>
        {pid !== undefined && (
          <RecordsToAttach
            key={pid}
            pid={pid}
            closed={row?.patient.authorised === 'notAuthorised'}
            picked={records}
            onPick={(next) => change({ records: next })}
          />
        )}
        <div>
          <label className="check">
            <input
              type="checkbox"
              checked={consent}
              aria-invalid={fault('consent') !== undefined}
              aria-describedby="refer-consent-help"
              onChange={({ target }) => setConsent(target.checked)}
            />
            {t('referrals.consent')}
          </label>
          <Help field="consent" text={fault('consent')} />
        </div>
      </div>
    </FormDrawer>
  )
}

interface InsideProps {
  unit: number | undefined
  person: number | undefined
  fault: string | undefined
  onUnit: (unit: number) => void
  onPerson: (person: number | undefined) => void
}
/** A unit of the institution, and somebody in it who takes referrals. */
function Inside({ unit: toUnit, person, fault, onUnit, onPerson }: InsideProps) {
  const { mid } = useMe()
  const targets = useQuery(endpointQuery(referralTargets, {}))
  if (targets.error && !targets.data)
    return (
      <ErrorState
        title={t('referrals.targetsFailed')}
        text={errorMessage(targets.error)}
        code={codeOf(targets.error)}
        onRetry={() => void targets.refetch()}
      />
    )
  if (targets.isPending) return <SkeletonBlock lines={4} />
  const unit = targets.data?.find(({ unitId }) => unitId === toUnit)
  return (
    <>
      <div>
        <FieldLabel id="refer-unit" required>
          {t('referrals.unit')}
        </FieldLabel>
        <Select<number>
          id="refer-unit"
          className="wide"
          showSearch={{ optionFilterProp: 'label' }}
          aria-describedby="refer-target-help"
          placeholder={t('referrals.choose')}
          status={fault ? 'error' : ''}
          value={toUnit}
          options={(targets.data ?? []).map((one) => ({
            value: one.unitId,
            label: either(one.name, one.nameEn),
          }))}
          onChange={onUnit}
        />
        <Help field="target" text={fault} />
      </div>
      <div>
        <label className="lab" htmlFor="refer-person">
          {t('referrals.person')}
        </label>
        <Select<number>
          id="refer-person"
          className="wide"
          allowClear
          disabled={!unit}
          showSearch={{ optionFilterProp: 'label' }}
          value={person}
          options={(unit?.people ?? [])
            .filter((one) => one.mid !== mid)
            .map((one) => ({
              value: one.mid,
              label: [either(one.name, one.nameEn), either(one.division ?? '', one.divisionEn)]
                .filter(Boolean)
                .join(t('common.dot')),
            }))}
          onChange={(next) => onPerson(next)}
        />
        <p className="help">{t('referrals.personHint')}</p>
      </div>
    </>
  )
}
