import { saysSomething } from '@teleward/contract/core/text.ts'
import { updateMultiSN } from '@teleward/contract/crm/endpoints.ts'
import { manyActions, stepNeeds } from '@teleward/contract/crm/rules.ts'
import { type CaseRow, type CrmConfig, type ManyOutcome, MAX_TEXT } from '@teleward/contract/crm/schema.ts'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { OwnerSelect } from './StepDialog.tsx'
import { numberOf } from './labels.tsx'

type Action = (typeof manyActions)[number]
interface Props {
  rows: readonly CaseRow[]
  config: CrmConfig | undefined
  /** `done`: the step was taken, as far as it was not refused. */
  onClose: (done: boolean) => void
}

/** One step for many. Whatever was refused stays named with its reason; the others are done. */
export function ManyDialog({ rows, config, onClose }: Props) {
  const id = useId()
  const [action, setAction] = useState<Action>('assign')
  const [to, setTo] = useState<number>()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const [refused, setRefused] = useState<ManyOutcome['results']>([])
  const post = useEndpointMutation(updateMultiSN, {
    onDone: ({ results }) => {
      const bad = results.filter(({ code }) => code !== 'OK')
      const done = results.length - bad.length
      if (done > 0) notify({ kind: 'ok', key: 'cases', title: t('crm.many.done', { count: done }) })
      if (bad.length === 0) onClose(true)
      else setRefused(bad)
    },
  })
  const needs = stepNeeds(action)
  const there = !needs || (needs === 'recipient' ? to !== undefined : saysSomething(text))
  const send = () => {
    if (!there) return setWrong(true)
    const cases = rows.map(({ sn, version }) => ({ sn, version }))
    post.mutate({
      body: {
        cases,
        action,
        ...(needs === 'recipient' ? { to } : {}),
        ...(needs === 'content' || needs === 'reason' ? { text: text.trim() } : {}),
      },
    })
  }
  const code =
    needs === 'recipient' ? 'RECIPIENT_REQUIRED' : needs === 'content' ? 'CONTENT_REQUIRED' : 'REASON_REQUIRED'
  const field = needs === 'recipient' ? 'assign' : needs === 'content' ? 'finish' : 'cancel'
  return (
    <FormModal
      open
      title={t('crm.many.title', { count: rows.length })}
      okText={t('crm.many.run')}
      cancelText={t(refused.length ? 'common.close' : 'crm.step.back')}
      okButtonProps={{ disabled: refused.length > 0 }}
      confirmLoading={post.isPending}
      onOk={send}
      onCancel={() => onClose(refused.length > 0)}
      destroyOnHidden
    >
      <div className="caseform">
        {refused.length > 0 ? (
          <div role="alert">
            <p className="c-bad b">{t('crm.many.refused', { count: refused.length })}</p>
            <ul className="caselist">
              {refused.map((one) => (
                <li key={one.sn}>
                  <b className="num">{numberOf(one)}</b>
                  <span className="grow">{one.message}</span>
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <>
            <p className="t3 f13 num">{rows.map(numberOf).join('　')}</p>
            <div>
              <label className="lab" htmlFor={`${id}-what`}>
                {t('crm.many.choose')}
              </label>
              <Select<Action>
                id={`${id}-what`}
                className="wide"
                value={action}
                onChange={(next) => {
                  setAction(next)
                  setWrong(false)
                }}
                options={manyActions.map((value) => ({ value, label: t(`crm.act.${value}`) }))}
              />
            </div>
            {needs && (
              <div>
                <FieldLabel id={`${id}-say`} required>
                  {t(`crm.step.${field}.field`)}
                </FieldLabel>
                {needs === 'recipient' ? (
                  <OwnerSelect
                    id={`${id}-say`}
                    config={config}
                    value={to}
                    status={wrong && !there ? 'error' : ''}
                    onChange={setTo}
                  />
                ) : (
                  <Input.TextArea
                    id={`${id}-say`}
                    rows={3}
                    maxLength={MAX_TEXT}
                    value={text}
                    status={wrong && !there ? 'error' : ''}
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
                {wrong && !there && (
                  <p className="help err" role="alert">
                    {errorText(code)}
                  </p>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </FormModal>
  )
}
