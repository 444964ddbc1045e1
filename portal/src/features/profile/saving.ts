import type { ApiError } from '../../api/errors.ts'
import { invalidateTags } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

/** Refusals stand at their field; an older version fetches how it stands now and keeps what was typed. */
export function faultsOf(error: ApiError, prefix = ''): Record<string, string> | null {
  if (error.code === 'VERSION_STALE') {
    void invalidateTags(['profile'])
    notify({ kind: 'warn', title: t('profile.stale') })
    return {}
  }
  if (error.fields.length === 0) return null
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : path,
      message ?? error.message,
    ]),
  )
}
export const saidSaved = () => notify({ kind: 'ok', title: t('profile.saved'), key: 'profile.saved' })
