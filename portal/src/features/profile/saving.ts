import type { ApiError } from '../../api/errors.ts'
import { invalidateTags } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { sayFields, wordsOfFields } from '../../patterns/useFaults.ts'
import { notify } from '../../ui/notify.ts'

/**
 * Refusals stand at their field, or are said in a message that names it; an older version fetches how it stands now and keeps
 * what was typed. `take`: of a part that shows fields.
 */
export function takeRefusal(
  error: ApiError,
  take?: (error: ApiError, prefix?: string) => boolean,
  prefix = '',
): boolean {
  if (error.code === 'VERSION_STALE') {
    void invalidateTags(['profile'])
    notify({ kind: 'warn', title: t('profile.stale') })
    return true
  }
  return take ? take(error, prefix) : sayFields(wordsOfFields(error, prefix))
}
export const saidSaved = () => notify({ kind: 'ok', title: t('profile.saved'), key: 'profile.saved' })
