import { lockedData, wrongPasswordData } from '@teleward/contract/auth/schema.ts'
import { t } from '../i18n/i18n.ts'
import { formatClock } from '../ui/format.ts'
import { ApiError, codeOf } from './errors.ts'
import { errorMessage } from './query.ts'

/** What a refused password means in words: tries left, or how long to wait. */
export function refusalText(error: unknown, now: number): string {
  if (error instanceof ApiError && error.code === 'LOGIN_LOCKED') {
    const locked = lockedData.safeParse(error.data)
    if (locked.success) {
      const left = (Date.parse(locked.data.lockedUntil) - now) / 1000
      return left > 0 ? t('auth.lockedFor', { clock: formatClock(left) }) : ''
    }
  }
  if (codeOf(error) === 'WRONG_PASSWORD') {
    const wrong = wrongPasswordData.safeParse((error as ApiError).data)
    if (wrong.success && wrong.data.triesLeft !== undefined) return t('auth.triesLeft', { count: wrong.data.triesLeft })
  }
  return errorMessage(error)
}
