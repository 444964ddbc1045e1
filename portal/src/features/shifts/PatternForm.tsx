import { usualHours } from '@teleward/contract/shifts/rules.ts'
import type { WeekEntry } from '@teleward/contract/shifts/schema.ts'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Hours, HoursError } from './hours.ts'
import { HoursForm } from './HoursForm.tsx'
import { surePlaces } from './places.ts'
import { faultOfHours } from './refusal.ts'
import type { Interval } from './rows.ts'
import { partName, weekdayName } from './labels.ts'

interface Props {
  weekday: number
  part: Interval
  entry: WeekEntry | undefined
  /** `null`: the cell goes. */
  onPut: (entry: WeekEntry | null) => void
  onClose: () => void
}

/** One cell of the weekly pattern; it is saved with the whole. */
export function PatternForm({ weekday, part, entry, onPut, onClose }: Props) {
  const first: Hours = entry ?? { ...usualHours[part], slotMinutes: 15, site: 'any' }
  const [hours, setHours] = useState<Hours>({
    start: first.start,
    end: first.end,
    capacity: first.capacity,
    slotMinutes: first.slotMinutes,
    site: first.site,
  })
  const [error, setError] = useState<HoursError | null>(null)
  const submit = async () => {
    const fault = faultOfHours(hours)
    setError(fault)
    if (!fault && (await surePlaces(hours, entry))) onPut({ weekday, interval: part, ...hours })
  }
  return (
    <FormDrawer
      open
      title={t('shifts.edit.title', { day: weekdayName(weekday), part: partName(part) })}
      dirty={false}
      busy={false}
      submit={t('shifts.edit.put')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <HoursForm value={hours} onChange={setHours} error={error} />
      {entry && (
        <div className="row formacts">
          <Button kind="bad" onClick={() => onPut(null)}>
            {t('shifts.edit.remove')}
          </Button>
        </div>
      )}
    </FormDrawer>
  )
}
