import { CloseCircleOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { useT } from '../i18n/i18n.ts'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'> {
  icon?: ReactNode
  /** A refusal: red border, and the words under the field. */
  error?: string
  /** Other words under the field: a hint, a warning. */
  note?: ReactNode
  label?: string
  ref?: Ref<HTMLInputElement>
}

/** A line of text without Ant Design; with `type="password"` it can be shown. */
export function Field({ icon, error, note, label, id, type = 'text', ref, ...rest }: Props) {
  const t = useT()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const look = shown ? t('common.hide') : t('common.show')
  return (
    <div className="field">
      {label && (
        <label className="lab" htmlFor={id}>
          {label}
        </label>
      )}
      <div className={`input lg ${error ? 'err' : ''}`}>
        {icon}
        <input
          ref={ref}
          id={id}
          type={secret && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-help`}
          {...rest}
        />
        {secret && (
          <button
            type="button"
            className="icbtn sm"
            aria-label={look}
            title={look}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          </button>
        )}
      </div>
      <div id={`${id}-help`} aria-live="polite">
        {error && (
          <div className="help err num">
            <CloseCircleOutlined />
            {error}
          </div>
        )}
        {note}
      </div>
    </div>
  )
}
