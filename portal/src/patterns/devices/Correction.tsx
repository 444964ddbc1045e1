import { kindRules } from '@teleward/contract/monitoring/rules.ts'
import { type FormEvent, useId, useState } from 'react'
import type { Entry, Inbox } from '../../devices/inbox.ts'
import type { Said } from '../../devices/reading.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { kindText, unitSign } from '../limits.ts'

/** What the display of the device says instead, in the unit it is stored in. */
export function Correction({ entry, inbox, onClose }: { entry: Entry; inbox: Inbox; onClose: () => void }) {
  const { t } = useI18n()
  const id = useId()
  const { kind, value, diastolic, pulse } = entry.measured
  const unit = kindRules[kind].unit
  const [first, setFirst] = useState(String(value))
  const [second, setSecond] = useState(String(diastolic ?? ''))
  const [beats, setBeats] = useState(String(pulse ?? ''))
  const [wrong, setWrong] = useState(false)
  const pressure = kind === 'blood_pressure'
  const fields: [string, string, (value: string) => void][] = pressure
    ? [
        [t('devices.field.systolic'), first, setFirst],
        [t('devices.field.diastolic'), second, setSecond],
        [t('devices.field.pulse'), beats, setBeats],
      ]
    : [[`${kindText(kind)} (${unitSign(unit)})`, first, setFirst]]
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (inbox.correct(entry.id, saidOf(entry.said, unit, { first, second, beats }))) onClose()
    else setWrong(true)
  }
  return (
    <form className="devfix" onSubmit={save} noValidate>
      {fields.map(([label, text, set], index) => (
        <Field
          key={label}
          id={`${id}-${index}`}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={wrong && index === 0 ? t('devices.asked.bad') : undefined}
          onChange={(event) => set(event.target.value)}
        />
      ))}
      <div className="row wrap">
        <Button size="sm" kind="primary" type="submit">
          {t('devices.asked.save')}
        </Button>
        <Button size="sm" kind="text" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

function saidOf(
  { dataType }: Said,
  unit: string,
  { first, second, beats }: { first: string; second: string; beats: string },
): Partial<Said> {
  if (dataType.startsWith('blood_pressure'))
    return { systolic: first, diastolic: second, ...(beats.trim() ? { pulse_rate: beats } : {}), unit }
  return dataType.startsWith('weight') ? { weight: first, weight_unit: unit } : { value: first, unit }
}
