import { errorMessage } from '../api/query.ts'
import { t } from '../i18n/i18n.ts'

interface Props {
  error: unknown
  onRetry: () => void
}
/** A part of a drawer that could not be had, in one line, and its way to try again. */
export function FailedLine({ error, onRetry }: Props) {
  return (
    <p className="t3 f13" role="alert">
      {errorMessage(error)}{' '}
      <button type="button" className="link plainlink" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </p>
  )
}
