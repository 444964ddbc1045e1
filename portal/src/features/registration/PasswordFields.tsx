import { CheckCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import { passwordParts } from '@teleward/contract/core/password.ts'
import { useT } from '../../i18n/i18n.ts'
import { Field } from '../../ui/Field.tsx'

interface Props {
  min: number
  value: string
  repeat: string
  onChange: (next: { value?: string; repeat?: string }) => void
  error?: string | undefined
  repeatError?: string | undefined
}

/** Twice, with its rule ticking off while one types. */
export function PasswordFields({ min, value, repeat, onChange, error, repeatError }: Props) {
  const t = useT()
  const parts = passwordParts(value, min)
  const rules = [
    ['length', parts.length],
    ['letters', parts.letters],
    ['digits', parts.digits],
    ['same', value !== '' && value === repeat],
  ] as const
  return (
    <>
      <div className="fi">
        <Field
          id="newPassword"
          type="password"
          label={t('entry.password')}
          autoComplete="new-password"
          maxLength={128}
          autoFocus
          value={value}
          error={error}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      </div>
      <div className="fi">
        <Field
          id="repeatPassword"
          type="password"
          label={t('entry.repeat')}
          autoComplete="new-password"
          maxLength={128}
          value={repeat}
          error={repeatError}
          onChange={(event) => onChange({ repeat: event.target.value })}
        />
      </div>
      <ul className="rules">
        {rules.map(([name, held]) => (
          <li key={name} className={held ? 'ok' : ''}>
            {held ? <CheckCircleOutlined aria-hidden="true" /> : <MinusCircleOutlined aria-hidden="true" />}
            {t(`entry.rule.${name}`, { min })}
          </li>
        ))}
      </ul>
    </>
  )
}
