import { CODE_DIGITS } from '@teleward/contract/registration/rules.ts'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatClock, useNow } from '../../ui/format.ts'

interface Props {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** ISO; when the code is over, and from when another one can be had. */
  expiresAt: string | null
  againAt: string | null
  onAgain: () => void
  busy?: boolean
  note?: ReactNode
}

/** Six digits, taken from the text message where the browser can, with its clock and the next one. */
export function CodeField({ value, onChange, error, expiresAt, againAt, onAgain, busy, note }: Props) {
  const t = useT()
  const now = useNow()
  const left = expiresAt ? (Date.parse(expiresAt) - now) / 1000 : 0
  const wait = againAt ? Math.ceil((Date.parse(againAt) - now) / 1000) : 0
  return (
    <div className="fi codefield">
      <Field
        id="code"
        name="code"
        label={t('entry.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS + 4}
        autoFocus
        value={value}
        error={error}
        note={note}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="codeline">
        <span className="num">
          {expiresAt && (left > 0 ? t('entry.codeLeft', { clock: formatClock(left) }) : t('entry.codeOver'))}
        </span>
        <Button kind="text" size="sm" disabled={wait > 0 || busy} onClick={onAgain}>
          <span className="num">{wait > 0 ? t('entry.againIn', { seconds: wait }) : t('entry.again')}</span>
        </Button>
      </div>
    </div>
  )
}
