import { updateShift } from '@teleward/contract/shifts/endpoints.ts'
import { usualHours } from '@teleward/contract/shifts/rules.ts'
import type { Shift } from '@teleward/contract/shifts/schema.ts'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Hours, HoursError } from './hours.ts'
import { HoursForm } from './HoursForm.tsx'
import { surePlaces } from './places.ts'
import { faultOfHours, hoursError } from './refusal.ts'
import type { Interval } from './rows.ts'
import type { ShiftChange } from './useShiftChange.ts'
import { hoursText, partName, shortDay } from './labels.ts'

export interface DayCell {
  did: number
  date: string
  part: Interval
  shift: Shift | undefined
  /** The shift that was copied to the clipboard of this screen. */
  paste?: Hours | undefined
}
const hoursOf = ({ shift, part, paste }: DayCell): Hours => {
  const { start, end, capacity, slotMinutes, site } = paste ??
    shift ?? { ...usualHours[part], slotMinutes: 15, site: 'any' as const }
  return { start, end, capacity, slotMinutes, site }
}

/** One session of one day: other hours, closed, or as the pattern says. */
export function DayForm({ cell, change, onClose }: { cell: DayCell; change: ShiftChange; onClose: () => void }) {
  const first = hoursOf(cell)
  const [hours, setHours] = useState(first)
  const [error, setError] = useState<HoursError | null>(null)
  const { did, date, part, shift } = cell
  const names = { day: shortDay(date), part: partName(part) }
  const dirty = cell.paste !== undefined || JSON.stringify(hours) !== JSON.stringify(first)
  const send = async (wish: Hours | { closed: true } | null, what: string) => {
    setError(null)
    if (wish && 'start' in wish) {
      const fault = faultOfHours(wish)
      if (fault) return setError(fault)
      if (!(await surePlaces(wish, shift && hoursOf({ ...cell, paste: undefined })))) return
    }
    const refused = await change.change(updateShift, { did, date, interval: part, change: wish }, what, onClose)
    if (refused) setError(hoursError(refused))
  }
  return (
    <FormDrawer
      open
      title={t('shifts.edit.title', names)}
      dirty={dirty && change.asked === null}
      busy={change.busy}
      submit={t('shifts.edit.save')}
      onSubmit={() => void send(hours, t('shifts.affected.changeShift', { ...names, hours: hoursText(hours) }))}
      onClose={onClose}
    >
      <HoursForm value={hours} onChange={setHours} error={error} />
      <p className="help">{t('shifts.edit.only')}</p>
      <div className="row formacts">
        {shift && shift.closed === null && (
          <Button
            kind="bad"
            disabled={change.busy}
            onClick={() => void send({ closed: true }, t('shifts.affected.closeShift', names))}
          >
            {t('shifts.edit.close')}
          </Button>
        )}
        {shift?.changed && (
          <Button disabled={change.busy} onClick={() => void send(null, t('shifts.affected.revert', names))}>
            {t('shifts.edit.revert')}
          </Button>
        )}
      </div>
    </FormDrawer>
  )
}
