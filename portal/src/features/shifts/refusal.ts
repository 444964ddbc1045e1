import { hoursFault } from '@teleward/contract/shifts/rules.ts'
import { type ApiError, isApiError } from '../../api/errors.ts'
import { showError, errorMessage } from '../../api/query.ts'
import { errorText } from '../../i18n/i18n.ts'
import { type Hours, type HoursError, isClock } from './hours.ts'

/** What is wrong with hours before they are sent. */
export function faultOfHours(hours: Hours): HoursError | null {
  // What the field could not read is out of the limits as well.
  if (!(hours.capacity >= 1 && hours.capacity <= 999))
    return { field: 'capacity', text: errorText('SHIFT_LIMIT', { n: 0 }) }
  if (!isClock(hours.start) || !isClock(hours.end)) return { field: 'hours', text: errorText('BAD_INPUT') }
  const fault = hoursFault(hours)
  return fault && { field: fault.field === 'end' ? 'hours' : 'slot', text: errorText(fault.code, fault.data) }
}

/** What can be said beside a field of the hours; anything else is said at the edge of the screen. */
export function hoursError(error: ApiError): HoursError | null {
  if (isApiError(error, 'SHIFT_LIMIT')) return { field: 'capacity', text: errorMessage(error) }
  if (isApiError(error, 'SHIFT_SLOT_LONG')) return { field: 'slot', text: errorMessage(error) }
  if (isApiError(error, 'SHIFT_EMPTY')) return { field: 'hours', text: errorMessage(error) }
  if (isApiError(error, 'SHIFT_OVERLAP') || isApiError(error, 'BAD_INPUT'))
    return { field: 'hours', text: errorMessage(error) }
  showError(error)
  return null
}
