import { isApiError } from '../../api/errors.ts'

/**
 * Nothing of the answer is shown any more: there is none, or it was refused when it was asked for again, as when a patient takes
 * the authorisation back. A line that is lost for a while closes nothing that is open.
 */
export const isClosed = ({ isError, data, error }: { isError: boolean; data: unknown; error: unknown }): boolean =>
  isError && (data === undefined || (isApiError(error) && error.http >= 400 && error.http < 500))
