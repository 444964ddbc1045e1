import { readFigure } from '@teleward/contract/core/figure.ts'
import { known } from '../../ui/number-entry.ts'
import { unanswerable, type Answer, extensionValue, urls } from '@teleward/contract/forms/fhir.ts'
import type { Node } from '@teleward/contract/forms/compile.ts'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import type { FieldProps } from './field.ts'

/** A value of its own: a number, a day, words; several of them where the question repeats. */
export function ValueField(props: FieldProps) {
  const { t } = useI18n()
  const { instance, answers, onAnswer, disabled, id } = props
  const { node, key } = instance
  // A further place stands empty until something is written there: nothing is answered by making room.
  const [room, setRoom] = useState(false)
  if (unanswerable.includes(node.type)) return <p className="fm-text help">{t('forms.unsupported')}</p>
  if (node.type === 'choice' || node.type === 'open-choice')
    return <p className="fm-text help">{t('forms.noOptions')}</p>
  if (!node.repeats)
    return (
      <One {...props} node={node} answer={answers[0]} onChange={(answer) => onAnswer(key, answer ? [answer] : [])} />
    )
  const rows = [...answers, ...(answers.length && !room ? [] : [undefined])]
  return (
    <div className="fm-many">
      {rows.map((answer, at) => (
        <div className="fm-row" key={at}>
          <One
            {...props}
            id={at ? `${id}-${at}` : id}
            node={node}
            answer={answer}
            onChange={(next) => {
              if (at === answers.length) setRoom(false)
              onAnswer(
                key,
                next
                  ? rows.map((one, place) => (place === at ? next : one)).filter((one) => one !== undefined)
                  : answers.filter((_, place) => place !== at),
              )
            }}
          />
          {rows.length > 1 && (
            <button
              type="button"
              className="fm-clear"
              disabled={disabled}
              onClick={() => {
                if (at === answers.length) return setRoom(false)
                onAnswer(
                  key,
                  answers.filter((_, place) => place !== at),
                )
              }}
            >
              {t('forms.remove')}
            </button>
          )}
        </div>
      ))}
      {answers.length > 0 && !room && answers.length < (node.atMost ?? 50) && !disabled && (
        <button type="button" className="fm-clear" onClick={() => setRoom(true)}>
          {t('forms.add')}
        </button>
      )}
    </div>
  )
}

interface OneProps extends FieldProps {
  node: Node
  answer: Answer | undefined
  onChange: (answer: Answer | null) => void
}
function One(props: OneProps) {
  const { node, answer, onChange, id, disabled, described } = props
  const same = { id, disabled, 'aria-describedby': described, className: 'fm-field' }
  switch (node.type) {
    case 'integer':
    case 'decimal':
    case 'quantity':
      return <NumberField {...props} />
    case 'date':
      return (
        <input
          {...same}
          type="date"
          min="1900-01-01"
          max="2200-12-31"
          value={answer?.valueDate ?? ''}
          onChange={({ target }) => onChange(target.value ? { valueDate: target.value } : null)}
        />
      )
    case 'dateTime':
      return (
        <input
          {...same}
          type="datetime-local"
          value={(answer?.valueDateTime ?? '').slice(0, 16)}
          onChange={({ target }) => onChange(target.value ? { valueDateTime: `${target.value}:00` } : null)}
        />
      )
    case 'time':
      return (
        <input
          {...same}
          type="time"
          value={(answer?.valueTime ?? '').slice(0, 5)}
          onChange={({ target }) => onChange(target.value ? { valueTime: `${target.value}:00` } : null)}
        />
      )
    case 'url':
      return (
        <input
          {...same}
          type="url"
          inputMode="url"
          value={answer?.valueUri ?? ''}
          onChange={({ target }) => onChange(target.value ? { valueUri: target.value } : null)}
        />
      )
    default:
      return <TextField {...props} />
  }
}

function TextField({ node, answer, onChange, id, disabled, described }: OneProps) {
  const hint = extensionValue<string>(node.item, urls.entryFormat, 'valueString')
  const same = {
    id,
    disabled,
    'aria-describedby': described,
    className: 'fm-field',
    value: answer?.valueString ?? '',
    ...(hint ? { placeholder: hint } : {}),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value ? { valueString: target.value } : null),
  }
  return node.control === 'textArea' ? <textarea {...same} rows={3} /> : <input type="text" {...same} />
}

/** Digits are kept as they are typed; what is no number yet is no answer. */
function NumberField({ node, answer, onChange, id, disabled, described }: OneProps) {
  const { t } = useI18n()
  const value = answer?.valueInteger ?? answer?.valueDecimal ?? answer?.valueQuantity?.value
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const said = useRef(value)
  useEffect(() => {
    // Changed from elsewhere: worked out, merged, taken from the device.
    if (value !== said.current) setText(value === undefined ? '' : String(value))
    said.current = value
  }, [value])
  const quantity = answer?.valueQuantity
  const [unit, setUnit] = useState(quantity?.code ?? quantity?.unit ?? node.units[0]?.code ?? node.units[0]?.unit ?? '')
  const answered = (number: number, of: string): Answer => {
    if (node.type === 'integer') return { valueInteger: number }
    if (node.type === 'decimal') return { valueDecimal: number }
    const known = node.units.find((one) => (one.code ?? one.unit) === of)
    return { valueQuantity: { value: number, ...(known ?? (of ? { unit: of } : {})) } }
  }
  const [left, setLeft] = useState(false)
  const unclear = left && Number.isNaN(readFigure(text))
  const write = (typed: string, of = unit) => {
    setText(typed)
    const number = known(readFigure(typed))
    said.current = number ?? undefined
    onChange(number === null ? null : answered(number, of))
  }
  const slider = node.control === 'slider' && node.least !== undefined && node.most !== undefined
  return (
    <div className="fm-number">
      {slider ? (
        <>
          <input
            id={id}
            type="range"
            aria-describedby={described}
            disabled={disabled}
            min={node.least}
            max={node.most}
            step={node.step ?? 1}
            value={value ?? node.least}
            onChange={({ target }) => write(target.value)}
          />
          <output htmlFor={id} className="num">
            {value ?? '—'}
          </output>
        </>
      ) : (
        <input
          id={id}
          className="fm-field"
          aria-describedby={described}
          disabled={disabled}
          inputMode={node.type === 'integer' && (node.least ?? -1) >= 0 ? 'numeric' : 'decimal'}
          value={text}
          aria-invalid={unclear || undefined}
          onChange={({ target }) => write(target.value)}
          onBlur={() => setLeft(true)}
        />
      )}
      {node.type === 'quantity' && node.units.length > 1 && (
        <select
          className="fm-field"
          aria-label={t('forms.unit')}
          value={unit}
          disabled={disabled}
          onChange={({ target }) => {
            setUnit(target.value)
            write(text, target.value)
          }}
        >
          {node.units.map((one) => (
            <option key={one.code ?? one.unit} value={one.code ?? one.unit}>
              {one.unit}
            </option>
          ))}
        </select>
      )}
      {node.units.length === 1 && <span className="t3">{node.units[0]?.unit}</span>}
      <span aria-live="polite">{unclear && <span className="help err">{t('common.number.unclear')}</span>}</span>
    </div>
  )
}
