import { type ApiError, isApiError } from '../../api/errors.ts'
import { showError, errorMessage } from '../../api/query.ts'

export interface HoursError {
  field: 'hours' | 'capacity'
  text: string
}
/** What can be said beside a field of the hours; anything else is said at the edge of the screen. */
export function hoursError(error: ApiError): HoursError | null {
  if (isApiError(error, 'SHIFT_LIMIT')) return { field: 'capacity', text: errorMessage(error) }
  if (isApiError(error, 'SHIFT_OVERLAP') || isApiError(error, 'BAD_INPUT'))
    return { field: 'hours', text: errorMessage(error) }
  showError(error)
  return null
}
