import { type ReactNode, useId } from 'react'
import type { ApiError } from '../api/errors.ts'
import { formatDate } from '../ui/format.ts'
import { DayPicker } from './DayPicker.tsx'
import { FieldLabel } from '../ui/FieldLabel.tsx'
import { useFaults, wordsOfFields } from './useFaults.ts'
import './formlines.css'

/** Lines of a form, one under the other. */
export const FormColumn = ({ children }: { children: ReactNode }) => <div className="formcol">{children}</div>

interface Said {
  error?: string | undefined
  hint?: ReactNode
}
interface LineProps extends Said {
  label: string
  required?: boolean
  children: (id: string, described: string) => ReactNode
}
/** A label, its field, and under it what is wrong or what helps. */
export function Line({ label, required, error, hint, children }: LineProps) {
  const id = useId()
  const described = `${id}-help`
  return (
    <div className="pline">
      <FieldLabel id={id} required={required}>
        {label}
      </FieldLabel>
      {children(id, described)}
      <Help id={described} error={error} hint={hint} />
    </div>
  )
}

function Help({ id, error, hint }: Said & { id?: string }) {
  if (!error && !hint) return null
  return (
    <p id={id} className={`help ${error ? 'err' : ''}`} aria-live="polite">
      {error ?? hint}
    </p>
  )
}

interface DayLineProps extends Said {
  label: string
  /** `YYYY-MM-DD`; without one `open` stands there in words. */
  value: string | undefined
  open?: string
  onChange: (day: string) => void
}
/** A day under its label: the picker says its name itself. */
export function DayLine({ label, value, open, onChange, ...said }: DayLineProps) {
  return (
    <div>
      <span className="lab">{label}</span>
      {value === undefined ? (
        <p className="t3">{open}</p>
      ) : (
        <DayPicker value={value} label={label} text={formatDate} onChange={onChange} />
      )}
      <Help {...said} />
    </div>
  )
}

/** What a form was refused for, kept for the field it is about; one at a time where the form finds it itself. */
export function useRefusal() {
  const { of, set, clear } = useFaults()
  return {
    of,
    refuse: (field: string, text: string) => set([{ path: field, text }]),
    clear: () => clear(),
    /** True: it stands at a field. False: the error names none. `field`, `text`: where the form knows better. */
    take: (error: ApiError, field = error.fields[0]?.path, text?: string) => {
      if (!field) return false
      // Where the form strips the beginning of a path, it does so of all of them.
      const whole = error.fields[0]?.path ?? field
      const [first, ...others] = wordsOfFields(error, whole.endsWith(field) ? whole.slice(0, -field.length) : '')
      set([{ path: field, text: text ?? first?.text ?? error.message }, ...others])
      return true
    },
  }
}
