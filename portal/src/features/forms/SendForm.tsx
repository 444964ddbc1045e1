import { addDays } from '@teleward/contract/core/zone.ts'
import { sendQuestionnaire } from '@teleward/contract/forms/endpoints.ts'
import type { QuestionnaireRow } from '@teleward/contract/forms/schema.ts'
import { Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { go } from '../../shell/navigation.ts'
import { currentTimeZone, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { lastMinuteOf } from './until.ts'

const DAYS = 7
/** To whom, by which way, until when; or of whom it is filled in here and now. */
export function SendForm({
  row,
  way,
  onClose,
  onSent,
}: {
  row: QuestionnaireRow
  way: 'send' | 'here'
  onClose: () => void
  onSent: () => void
}) {
  const refusal = useRefusal()
  const talks = useRight('chat.patient') === 'y'
  const [people, setPeople] = useState<Picked[]>([])
  const [by, setBy] = useState<'message' | 'notice'>('message')
  const [until, setUntil] = useState(addDays(isoDay(), DAYS))
  const [released, setReleased] = useState(false)
  const here = way === 'here'
  const send = useEndpointMutation(sendQuestionnaire, {
    onDone: ({ forms, failed }) => {
      const [first] = forms
      if (here && first) return void go('form', { cmsf_id: first.id })
      const names = failed.map(({ name, code }) =>
        code === 'NO_CHANNEL' ? t('questions.sending.noChannel', { name }) : t('questions.sending.notFound'),
      )
      notify({
        kind: failed.length ? 'warn' : 'ok',
        title: t('questions.sending.done', { count: forms.length }),
        ...(failed.length
          ? {
              text: t('questions.sending.failed', {
                count: failed.length,
                names: names.join(t('common.patient.separator')),
              }),
            }
          : {}),
      })
      onSent()
    },
    onError: (error) => refusal.take(error),
  })
  const submit = () => {
    if (!people.length) return refusal.refuse('pids', t('common.required'))
    if (!here && !until) return refusal.refuse('endAt', t('common.required'))
    refusal.clear()
    const endAt = here ? {} : { endAt: lastMinuteOf(until, currentTimeZone()).toISOString() }
    send.mutate({
      params: { id: row.id },
      body: { pids: people.map(({ pid }) => pid), way: here ? 'here' : by, released, ...endAt },
    })
  }
  return (
    <FormDrawer
      open
      title={t(here ? 'questions.sending.here' : 'questions.sending.title')}
      dirty={people.length > 0}
      busy={send.isPending}
      submit={t(here ? 'questions.sending.start' : 'questions.sending.send')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormColumn>
        <Line label={t('questions.sending.people')} required error={refusal.of('pids')}>
          {(id) => <MemberPicker id={id} value={people} single={here} onChange={setPeople} />}
        </Line>
        {!here && (
          <>
            {talks && (
              <Line label={t('questions.sending.way')}>
                {() => (
                  <Segmented
                    vertical
                    aria-label={t('questions.sending.way')}
                    value={by}
                    onChange={setBy}
                    options={(['message', 'notice'] as const).map((one) => ({
                      value: one,
                      label: t(`questions.sending.${one}`),
                    }))}
                  />
                )}
              </Line>
            )}
            <DayLine label={t('questions.sending.end')} value={until} error={refusal.of('endAt')} onChange={setUntil} />
            <Checkbox checked={released} onChange={({ target }) => setReleased(target.checked)}>
              {t('questions.sending.released')}
            </Checkbox>
          </>
        )}
      </FormColumn>
    </FormDrawer>
  )
}
