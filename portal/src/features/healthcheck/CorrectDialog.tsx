import { implausibleItem, type Item, numberOf } from '@teleward/contract/careevents/items.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { putHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import type { CheckDetail } from '@teleward/contract/healthchecks/schema.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { askOdd } from '../../patterns/askOdd.tsx'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { withUnit } from '../../patterns/careItems.tsx'
import { go } from '../../shell/navigation.ts'
import { itemText, unitText } from './labels.tsx'

/** A value that was wrong: the check is processed again, and what was said before is kept. */
export function CorrectDialog({ check, onClose }: { check: CheckDetail; onClose: () => void }) {
  const t = useT()
  const refusal = useRefusal()
  const [item, setItem] = useState<Item>()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [odd, setOdd] = useState(false)
  const put = useEndpointMutation(putHealthCheck, {
    onDone: () => void go('healthCheckProcessing', {}, { id: check.id }),
    onError: (error, { params, body }) => {
      if (body.action !== 'correct') return false
      const entries = body.entries.map((one) => ({ ...one, confirmed: true }))
      return askOdd(error, () => put.mutate({ params, body: { ...body, entries } })) || refusal.take(error, 'value')
    },
  })
  const send = () => {
    const value = item && numberOf(item, typed)
    if (!item) return refusal.refuse('item', t('common.required'))
    if (value === null || value === undefined) return refusal.refuse('value', t('healthcheck.noNumber'))
    if (implausibleItem(item, value) && !odd) {
      setOdd(true)
      return refusal.refuse('value', t('freeclinic.odd', { item: itemText(item), value, unit: unitText(item) }))
    }
    if (!saysSomething(reason)) return refusal.refuse('reason', t('common.required'))
    refusal.clear()
    put.mutate({
      params: { id: check.id },
      body: {
        action: 'correct',
        version: check.version,
        reason: reason.trim(),
        entries: [{ id: crypto.randomUUID(), item, value, confirmed: odd }],
      },
    })
  }
  return (
    <FormModal
      open
      title={t('healthcheck.result.correctTitle')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: put.isPending }}
      onOk={send}
      onCancel={onClose}
    >
      <FormColumn>
        <p>{t('healthcheck.result.correctText')}</p>
        <Line label={t('healthcheck.result.item')} required error={refusal.of('item')}>
          {(id) => (
            <Select<Item>
              id={id}
              className="wide"
              value={item ?? null}
              onChange={setItem}
              options={check.programmeItems.map((one) => ({
                value: one,
                label: withUnit(itemText(one), unitText(one)),
              }))}
            />
          )}
        </Line>
        <Line label={t('healthcheck.result.newValue')} required error={refusal.of('value')}>
          {(id) => (
            <Input
              id={id}
              inputMode="decimal"
              maxLength={8}
              value={typed}
              onChange={(e) => {
                setOdd(false)
                setTyped(e.target.value)
              }}
            />
          )}
        </Line>
        <Line label={t('healthcheck.reason')} required error={refusal.of('reason')}>
          {(id) => <Input id={id} maxLength={300} value={reason} onChange={(e) => setReason(e.target.value)} />}
        </Line>
      </FormColumn>
    </FormModal>
  )
}
