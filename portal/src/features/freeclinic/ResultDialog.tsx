import { postScreeningResult } from '@teleward/contract/careevents/screening-endpoints.ts'
import {
  FOLLOW_UP_DAYS,
  type Outcome,
  outcomes,
  type Programme,
  URGENT_DAYS,
} from '@teleward/contract/careevents/programmes.ts'
import type { ScreeningResult } from '@teleward/contract/careevents/screening-schema.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { Checkbox, Input, Segmented } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { askOdd } from '../../patterns/askOdd.tsx'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { programmeText } from './screening-labels.tsx'
import { StaffSelect } from './StaffSelect.tsx'

interface Props {
  event: CareEvent
  pid: number
  number: number
  programme: Programme
  /** What stands, and is corrected. */
  stands: ScreeningResult | undefined
  onClose: () => void
}
/** A result; of a positive one who looks after it until when. */
export function ResultDialog({ event, pid, number, programme, stands, onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const today = isoDay()
  const [id] = useState(() => crypto.randomUUID())
  const [outcome, setOutcome] = useState<Outcome>()
  const [urgent, setUrgent] = useState(false)
  const [finding, setFinding] = useState('')
  const [examinedOn, setDay] = useState(stands?.examinedOn ?? (event.endsOn < today ? event.endsOn : today))
  const [reason, setReason] = useState('')
  const [responsible, setResponsible] = useState<number>()
  const [due, setDue] = useState<string>()
  const dueOn = due ?? addDays(today, urgent ? URGENT_DAYS : FOLLOW_UP_DAYS)
  const [todo, setTodo] = useState(() =>
    t('screening.follow.todoDraft', { event: event.name, programme: programmeText(programme), number }),
  )
  const keep = useEndpointMutation(postScreeningResult, {
    onDone: () => {
      notify({ kind: 'ok', title: t('screening.result.saved') })
      onClose()
    },
    onError: (error, { params, body }) =>
      askOdd(error, () => keep.mutate({ params, body: { ...body, confirmed: true } })) || refusal.take(error),
  })
  const positive = outcome === 'positive'
  const send = () => {
    if (!outcome) return refusal.refuse('outcome', t('common.required'))
    if (stands && !saysSomething(reason)) return refusal.refuse('reason', t('common.required'))
    if (positive && responsible === undefined) return refusal.refuse('followUp', t('screening.follow.noOne'))
    if (positive && !todo.trim()) return refusal.refuse('todo', t('common.required'))
    refusal.clear()
    keep.mutate({
      params: { id: event.id },
      body: {
        id,
        pid,
        programme,
        outcome,
        urgent: positive && urgent,
        finding: finding.trim(),
        examinedOn,
        ...(stands ? { replaces: stands.id, reason: reason.trim() } : {}),
        ...(positive && responsible !== undefined ? { followUp: { responsible, dueOn, todo: todo.trim() } } : {}),
      },
    })
  }
  return (
    <FormModal
      open
      title={`${t(stands ? 'screening.result.correct' : 'screening.result.record')} · ${programmeText(programme)}`}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: keep.isPending }}
      onOk={send}
      onCancel={onClose}
    >
      <FormColumn>
        <Line label={t('screening.result.outcome')} required error={refusal.of('outcome')}>
          {() => (
            <Segmented
              block
              aria-label={t('screening.result.outcome')}
              value={outcome as Outcome}
              onChange={setOutcome}
              options={outcomes.map((value) => ({ value, label: t(`screening.result.${value}`) }))}
            />
          )}
        </Line>
        <Line label={t('screening.result.finding')}>
          {(field) => <Input id={field} maxLength={500} value={finding} onChange={(e) => setFinding(e.target.value)} />}
        </Line>
        <DayLine
          label={t('screening.result.examinedOn')}
          value={examinedOn}
          error={refusal.of('examinedOn')}
          onChange={setDay}
        />
        {stands && (
          <Line label={t('screening.result.reason')} required error={refusal.of('reason')}>
            {(field) => <Input id={field} maxLength={300} value={reason} onChange={(e) => setReason(e.target.value)} />}
          </Line>
        )}
        {positive && (
          <>
            <Checkbox checked={urgent} onChange={(e) => setUrgent(e.target.checked)}>
              {t('screening.result.urgent')}
            </Checkbox>
            <Line
              label={t('screening.follow.responsible')}
              required
              error={refusal.of('followUp') ?? refusal.of('recipientMid')}
            >
              {(field) => (
                <StaffSelect
                  id={field}
                  value={responsible}
                  status={refusal.of('followUp') ? 'error' : ''}
                  onChange={setResponsible}
                />
              )}
            </Line>
            <DayLine label={t('screening.follow.dueOn')} value={dueOn} error={refusal.of('dueOn')} onChange={setDue} />
            <Line label={t('screening.follow.todo')} required error={refusal.of('todo')}>
              {(field) => <Input id={field} maxLength={500} value={todo} onChange={(e) => setTodo(e.target.value)} />}
            </Line>
          </>
        )}
      </FormColumn>
    </FormModal>
  )
}
