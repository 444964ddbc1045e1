import type { Advice } from '@teleward/contract/diet/schema.ts'
import { MAX_ADVICE } from '@teleward/contract/diet/schema.ts'
import { putDietAdvice } from '@teleward/contract/diet/endpoints.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Stale } from './Stale.tsx'

/** What was advised, the last first; what stood before a change can be opened. */
export function Advices({ advice, writes }: { advice: readonly Advice[]; writes: boolean }) {
  const [changing, setChanging] = useState<Advice | null>(null)
  if (advice.length === 0) return <p className="t3">{t('diet.advice.none')}</p>
  return (
    <>
      <ol className="dietadvices">
        {advice.map((one) => (
          <li key={one.id}>
            <div className="row wrap">
              <b>{nameOf(one.by)}</b>
              <span className="t3 f12 num">{formatDateTime(one.at)}</span>
              <span className="grow" />
              {writes && (
                <Button size="sm" kind="text" className="noprint" onClick={() => setChanging(one)}>
                  {t('diet.advice.change')}
                </Button>
              )}
            </div>
            <p className="dietsaid">{one.text}</p>
            {one.changed && (
              <p className="t3 f12">
                {t('diet.advice.changedBy', { name: nameOf(one.changed.by), time: formatDateTime(one.changed.at) })}
              </p>
            )}
            {one.earlier.length > 0 && (
              <details className="noprint">
                <summary>{t('diet.advice.earlier', { count: one.earlier.length })}</summary>
                {one.earlier.map((was) => (
                  <p key={was.version} className="dietsaid t2">
                    <span className="f12">
                      {nameOf(was.by)} {formatDateTime(was.at)}
                    </span>
                    {'\n'}
                    {was.text}
                  </p>
                ))}
              </details>
            )}
          </li>
        ))}
      </ol>
      {changing && <Change key={changing.id} one={changing} onClose={() => setChanging(null)} />}
    </>
  )
}

function Change({ one, onClose }: { one: Advice; onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState(one.text)
  const [wrong, setWrong] = useState(false)
  const [standing, setStanding] = useState<Advice | null>(null)
  const put = useEndpointMutation(putDietAdvice, {
    onDone: () => {
      notify({ kind: 'ok', title: t('diet.advice.changed') })
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error, 'VERSION_STALE')) return false
      setStanding(error.data as Advice)
      void invalidateTags(['diet'])
      return true
    },
  })
  const { version } = standing ?? one
  const send = () => {
    if (!text.trim()) return setWrong(true)
    put.mutate({ params: { id: one.id }, body: { version, text: text.trim() } })
  }
  return (
    <FormModal
      open
      title={t('diet.advice.change')}
      okText={standing ? t('diet.staleAgain') : t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={put.isPending}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="dietform">
        <Stale
          standing={
            standing && {
              version,
              by: standing.changed?.by ?? standing.by,
              at: standing.changed?.at ?? standing.at,
            }
          }
          what={standing?.text ?? ''}
        />
        <div>
          <label className="lab" htmlFor={id}>
            {t('diet.advice.title')}
          </label>
          <Input.TextArea
            id={id}
            rows={5}
            maxLength={MAX_ADVICE}
            value={text}
            status={wrong && !text.trim() ? 'error' : ''}
            onChange={(event) => setText(event.target.value)}
          />
          {wrong && !text.trim() && (
            <p className="help err" role="alert">
              {errorText('CONTENT_REQUIRED')}
            </p>
          )}
        </div>
      </div>
    </FormModal>
  )
}
