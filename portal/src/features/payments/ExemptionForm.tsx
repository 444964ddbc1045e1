import { contactsForReservation } from '@teleward/contract/appointments/booking-endpoints.ts'
import { postExemption } from '@teleward/contract/fees/refund-endpoints.ts'
import { exemptionKind } from '@teleward/contract/fees/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Segmented, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { either } from '../../patterns/Patient.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'

/** Who, why, with whom, from when until when. */
export function ExemptionForm({ onClose }: { onClose: () => void }) {
  const refusal = useRefusal()
  const today = isoDay()
  const [typed, setTyped] = useState('')
  const [patient, setPatient] = useState<{ pid: number; name: string }>()
  const [kind, setKind] = useState<(typeof exemptionKind.options)[number]>('free')
  const [did, setDid] = useState<number>()
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace(/-02-29$/, '-02-28'))
  const [ends, setEnds] = useState(true)
  const [note, setNote] = useState('')
  const asked = useDeferredValue(typed.trim())
  const found = useQuery({
    ...endpointQuery(contactsForReservation, { body: { q: asked } }),
    retry: false,
  })
  const act = useEndpointMutation(postExemption, {
    onDone: (data) => {
      notify({
        kind: 'ok',
        title: t('payments.exemption.added', { name: either(data.patient.name, data.patient.nameEn) }),
      })
      onClose()
    },
    onError: (error) => {
      const text = error.code === 'FIELD_RELATED' ? t('payments.exemption.overlaps') : error.message
      return refusal.take(error, error.fields[0]?.path, text)
    },
  })
  const submit = () => {
    if (!patient) return refusal.refuse('pid', t('common.required'))
    refusal.clear()
    act.mutate({
      body: {
        pid: patient.pid,
        kind,
        startsOn: from,
        ...(ends ? { endsOn: to } : {}),
        ...(did ? { did } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      },
    })
  }
  const patients = (found.data?.patients ?? []).map((one) => ({
    value: one.pid,
    label: [either(one.name, one.nameEn), ...(one.birthday ? [formatDate(one.birthday)] : [])].join(t('common.dot')),
    name: either(one.name, one.nameEn),
  }))
  const known =
    patient && !patients.some(({ value }) => value === patient.pid)
      ? [{ value: patient.pid, label: patient.name, name: patient.name }, ...patients]
      : patients
  return (
    <FormDrawer
      open
      title={t('payments.exemption.title')}
      dirty={patient !== undefined || note !== ''}
      busy={act.isPending}
      submit={t('payments.exemption.submit')}
      onSubmit={submit}
      onClose={onClose}
      footnote={<span className="t3 f12">{t('payments.exemption.footnote')}</span>}
    >
      <FormColumn>
        <Line label={t('payments.exemption.patient')} required error={refusal.of('pid')}>
          {(field, described) => (
            <Select
              id={field}
              aria-describedby={described}
              className="wide"
              showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
              placeholder={t('payments.exemption.patientHint')}
              value={patient?.pid}
              status={refusal.of('pid') ? 'error' : ''}
              loading={found.isFetching}
              notFoundContent={<p className="t3">{t('payments.exemption.nobody')}</p>}
              options={known}
              onChange={(pid: number) => {
                const one = known.find(({ value }) => value === pid)
                if (one) setPatient({ pid, name: one.name })
                refusal.clear()
              }}
            />
          )}
        </Line>
        <div>
          <span className="lab">{t('payments.exemption.kind')}</span>
          <Segmented
            aria-label={t('payments.exemption.kind')}
            value={kind}
            options={exemptionKind.options.map((value) => ({ value, label: t(`payments.kind.${value}`) }))}
            onChange={setKind}
          />
        </div>
        <Line label={t('payments.exemption.doctor')} error={refusal.of('did')}>
          {(field, described) => (
            <Select
              id={field}
              aria-describedby={described}
              className="wide"
              showSearch={{ optionFilterProp: 'label' }}
              value={did ?? 0}
              onChange={(next) => setDid(next || undefined)}
              options={[
                { value: 0, label: t('payments.exemption.every') },
                ...(found.data?.doctors ?? []).map((one) => ({ value: one.mid, label: either(one.name, one.nameEn) })),
              ]}
            />
          )}
        </Line>
        <div className="two">
          <DayLine
            label={t('payments.exemption.from')}
            value={from}
            error={refusal.of('startsOn')}
            onChange={setFrom}
          />
          <DayLine
            label={t('payments.exemption.to')}
            value={ends ? to : undefined}
            open={t('payments.exemption.open')}
            error={refusal.of('endsOn')}
            onChange={setTo}
          />
        </div>
        <Checkbox className="payopen" checked={!ends} onChange={(event) => setEnds(!event.target.checked)}>
          {t('payments.exemption.noEnd')}
        </Checkbox>
        <Line label={t('payments.exemption.note')}>
          {(field) => (
            <Input.TextArea
              id={field}
              rows={3}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}
