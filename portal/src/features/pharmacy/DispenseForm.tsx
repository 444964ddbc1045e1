import type { RxSending } from '@teleward/contract/emr/rx-schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { errorText, useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { unitOf } from '../../patterns/units.ts'
import { useRxStep } from '../../patterns/prescriptions/RxStepDialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Given {
  /** Empty while it is typed anew. */
  quantity: number | null
  substitution: string
  lot: string
}
const MOST = 99_999_999

/** What is handed out: as prescribed, unless something else is said of a line. */
export function DispenseForm({ row, onClose }: { row: RxSending; onClose: () => void }) {
  const t = useT()
  const [lines, setLines] = useState(
    row.content.lines.map(({ total }): Given => ({ quantity: total, substitution: '', lot: '' })),
  )
  const [start] = useState(lines)
  const [tried, setTried] = useState(false)
  const step = useRxStep(onClose)
  const set = (at: number, change: Partial<Given>) =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...change } : line)))
  const wrong = lines.map(({ quantity, substitution }, at) => {
    const total = row.content.lines[at]?.total ?? 0
    if (quantity === null) return errorText('FIELD_EMPTY')
    return !substitution.trim() && quantity > total ? t('rx.noMoreThan', { total }) : undefined
  })
  const nothing = lines.every(({ quantity }) => quantity === 0)
  const submit = () => {
    setTried(true)
    if (nothing || wrong.some(Boolean)) return
    const given = lines.map(({ quantity, ...rest }, line) => ({ line, ...rest, quantity: quantity ?? 0 }))
    step.mutate({ params: { id: row.id }, body: { action: 'dispense', version: row.version, lines: given } })
  }
  return (
    <FormDrawer
      open
      title={t('rx.dispenseTitle', { name: nameOf(row.patient) })}
      dirty={lines !== start}
      busy={step.isPending}
      submit={t('rx.act.dispense')}
      onSubmit={submit}
      onClose={onClose}
      footnote={tried && nothing && <span className="help err">{t('rx.givesNothing')}</span>}
    >
      {row.content.lines.map((line, at) => (
        <section key={`${line.code}-${at}`} className="rxfill" aria-label={line.name}>
          <b>{line.name}</b>
          <FormColumn>
            <Line
              label={t('rx.quantity', { unit: unitOf(line.unit) })}
              required
              error={tried ? wrong[at] : undefined}
              hint={t('rx.prescribed', { total: line.total, unit: unitOf(line.unit) })}
            >
              {(id, described) => (
                <NumberField
                  id={id}
                  aria-describedby={described}
                  min={0}
                  max={MOST}
                  status={tried && wrong[at] ? 'error' : ''}
                  value={lines[at]?.quantity ?? null}
                  onChange={(quantity) => set(at, { quantity })}
                />
              )}
            </Line>
            <Line label={t('rx.lot')}>
              {(id) => (
                <Input
                  id={id}
                  value={lines[at]?.lot}
                  maxLength={60}
                  onChange={(event) => set(at, { lot: event.target.value })}
                />
              )}
            </Line>
            <Line label={t('rx.substitution')}>
              {(id) => (
                <Input
                  id={id}
                  value={lines[at]?.substitution}
                  maxLength={200}
                  onChange={(event) => set(at, { substitution: event.target.value })}
                />
              )}
            </Line>
          </FormColumn>
        </section>
      ))}
    </FormDrawer>
  )
}
