import { Input } from 'antd'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { composing } from './composing.ts'
import { useT } from '../i18n/i18n.ts'
import { type Entered, type Limits, stands, stepped, textOf, type Typed, understand } from './number-entry.ts'
import './numberfield.css'

interface Props extends Limits {
  value: Entered | undefined
  /**
   * A number within the limits; null: empty; NaN: what stands there cannot be taken. No call leaves the portal with a NaN in
   * it (`api/http.ts`), so the text is mended or taken away before anything is saved.
   */
  onChange: (value: Entered) => void
  /** For filters, which have no saving that could be held up: what cannot be taken narrows nothing. */
  filter?: boolean
  /** How far the arrow keys go. */
  step?: number
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  placeholder?: string
  disabled?: boolean
  /** The form's own refusal. */
  status?: '' | 'error'
  suffix?: ReactNode
  size?: 'small'
  className?: string
  style?: CSSProperties
}

/**
 * A number that is typed: in full width, with a decimal comma. What is unclear or out of range stays as it is typed, with words
 * under it once the field is left. The only number field there is: Ant Design's own drops what it does not know, and moves
 * what is out of range.
 */
export function NumberField({
  value = null,
  onChange,
  filter,
  step = 1,
  status,
  className = '',
  style,
  ...rest
}: Props) {
  useT()
  const { min, max, precision, 'aria-describedby': described, ...input } = rest
  const id = useId()
  const limits = { min, max, precision }
  const [typed, setTyped] = useState<Typed | null>(null)
  const [left, setLeft] = useState(false)
  const current = typed && stands(typed, value) ? typed : null
  useEffect(() => {
    if (!typed) return
    if (!stands(typed, value)) setTyped(null)
    else if (!typed.taken && Object.is(value, typed.value)) setTyped({ ...typed, taken: true })
  }, [typed, value])

  const type = (text: string) => {
    const read = understand(text, limits)
    const given = filter && Number.isNaN(read.value) ? null : read.value
    setTyped({ ...read, value: given, text, over: current ? current.over : value, taken: false })
    if (read.value === null || !read.fault) setLeft(false)
    onChange(given)
  }
  const leave = () => {
    setLeft(true)
    // What was understood is shown as the number that it is.
    if (current && !current.fault) setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !composing(event)) setLeft(true)
    const up = event.key === 'ArrowUp'
    if ((!up && event.key !== 'ArrowDown') || current?.fault || composing(event)) return
    event.preventDefault()
    type(textOf(stepped(value, up ? step : -step, limits)))
  }
  const fault = current?.fault
  const told = fault && left ? fault : undefined
  return (
    <span className={`numfield ${told ? 'told' : ''} ${className}`} style={style}>
      <Input
        {...input}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        value={current ? current.text : textOf(value)}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value === null || Number.isNaN(value) ? undefined : value}
        aria-invalid={told || status === 'error' ? true : undefined}
        aria-describedby={[described, told && id].filter(Boolean).join(' ') || undefined}
        data-unread={fault && !filter ? '' : undefined}
        status={told ? 'error' : (status ?? '')}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <span aria-live="polite">
        {told && (
          <span id={id} className="help err">
            {told}
          </span>
        )}
      </span>
    </span>
  )
}
