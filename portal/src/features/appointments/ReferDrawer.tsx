import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { postReferral, referralTargets } from '@teleward/contract/referrals/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, useAct, wordsOf } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

const MAX_REASON = 2000
type Missing = Partial<
  Record<'toUnit' | 'reason' | 'consent', 'TARGET_REQUIRED' | 'REASON_REQUIRED' | 'CONSENT_REQUIRED'>
>

interface HelpProps {
  field: keyof Missing
  code: Missing[keyof Missing]
  hint?: string
}
function Help({ field, code, hint = '' }: HelpProps) {
  return (
    <p id={`refer-${field}-help`} className={`help ${code ? 'err' : ''}`}>
      {code === 'CONSENT_REQUIRED' ? t('referrals.agree') : code ? errorText(code) : hint}
    </p>
  )
}

/** A visit's patient is handed on: to whom, why, and that the patient has agreed. */
export default function ReferDrawer({ row, onClose }: { row: Appointment; onClose: () => void }) {
  const { mid } = useMe()
  const phone = usePhone()
  const targets = useQuery(endpointQuery(referralTargets, {}))
  const [toUnit, setUnit] = useState<number>()
  const [toMid, setPerson] = useState<number>()
  const [urgency, setUrgency] = useState<'routine' | 'urgent'>('routine')
  const [reason, setReason] = useState('')
  const [consent, setConsent] = useState(false)
  const [told, setTold] = useState(false)
  const unit = targets.data?.find(({ unitId }) => unitId === toUnit)
  const missing: Missing = {
    ...(toUnit === undefined ? { toUnit: 'TARGET_REQUIRED' } : {}),
    ...(reason.trim() === '' ? { reason: 'REASON_REQUIRED' } : {}),
    ...(consent ? {} : { consent: 'CONSENT_REQUIRED' }),
  }
  const { mutate, isPending } = useAct(postReferral, {})
  const send = () => {
    setTold(true)
    if (Object.keys(missing).length > 0) return
    mutate(
      { body: { qid: row.qid, toUnit, toMid, urgency, reason: reason.trim(), consent } },
      {
        onSuccess: ({ patient, to }) => {
          const name = to.person ? either(to.person.name, to.person.nameEn) : either(to.unitName, to.unitNameEn)
          notify({ kind: 'ok', title: t('referrals.done.sent', { name: patient.name, to: name }) })
          onClose()
        },
      },
    )
  }
  const codeFor = (field: keyof Missing) => (told ? missing[field] : undefined)
  const wrong = (field: keyof Missing) => codeFor(field) !== undefined
  return (
    <FormDrawer
      open
      title={t('referrals.title', { name: nameOf(row.patient) })}
      width={phone ? 375 : 520}
      dirty={toUnit !== undefined || reason !== '' || consent}
      busy={isPending}
      submit={t('referrals.send')}
      onSubmit={send}
      onClose={onClose}
    >
      {targets.error && !targets.data ? (
        <ErrorState
          title={t('referrals.failed')}
          text={wordsOf(targets.error)}
          code={codeOf(targets.error)}
          onRetry={() => void targets.refetch()}
        />
      ) : targets.isPending ? (
        <SkeletonBlock lines={6} />
      ) : (
        <div className="referform">
          <div>
            <FieldLabel id="refer-unit" required>
              {t('referrals.unit')}
            </FieldLabel>
            <Select<number>
              id="refer-unit"
              className="wide"
              autoFocus
              showSearch={{ optionFilterProp: 'label' }}
              aria-describedby="refer-toUnit-help"
              placeholder={t('referrals.choose')}
              status={wrong('toUnit') ? 'error' : ''}
              value={toUnit}
              options={(targets.data ?? []).map((one) => ({
                value: one.unitId,
                label: either(one.name, one.nameEn),
              }))}
              onChange={(next) => {
                setUnit(next)
                setPerson(undefined)
              }}
            />
            <Help field="toUnit" code={codeFor('toUnit')} />
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
              value={toMid}
              options={(unit?.people ?? [])
                .filter((one) => one.mid !== mid)
                .map((one) => ({
                  value: one.mid,
                  label: [either(one.name, one.nameEn), either(one.division ?? '', one.divisionEn)]
                    .filter(Boolean)
                    .join(t('common.dot')),
                }))}
              onChange={(next) => setPerson(next)}
            />
            <p className="help">{t('referrals.personHint')}</p>
          </div>
          <Segmented
            aria-label={t('referrals.urgency.label')}
            value={urgency}
            options={(['routine', 'urgent'] as const).map((one) => ({
              value: one,
              label: t(`referrals.urgency.${one}`),
            }))}
            onChange={setUrgency}
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
              aria-invalid={wrong('reason')}
              aria-describedby="refer-reason-help"
              status={wrong('reason') ? 'error' : ''}
              onChange={(event) => setReason(event.target.value)}
            />
            <Help field="reason" code={codeFor('reason')} hint={t('referrals.reasonHint')} />
          </div>
          <div>
            <label className="check">
              <input
                type="checkbox"
                checked={consent}
                aria-invalid={wrong('consent')}
                aria-describedby="refer-consent-help"
                onChange={({ target }) => setConsent(target.checked)}
              />
              {t('referrals.consent')}
            </label>
            <Help field="consent" code={codeFor('consent')} />
          </div>
        </div>
      )}
    </FormDrawer>
  )
}
