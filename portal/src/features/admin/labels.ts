import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

/** A permission in words: its key carries a dot, which the texts do not. */
export const rightText = (permission: string): string =>
  t(`admin.right.${permission.replace('.', '_')}` as 'admin.right.audit_read')

/** What somebody else changed meanwhile is fetched; the form says why it did not go through. */
export function onStale(error: unknown): boolean {
  if (!isApiError(error, 'VERSION_STALE')) return false
  void invalidateTags(['admin'])
  notify({ kind: 'warn', title: errorMessage(error), text: t('admin.staleText') })
  return true
}

/** With what somebody signs in beside the password. */
export const secondFactorLabels = ({ line, totp }: Pick<StaffAccount, 'line' | 'totp'>): string =>
  [...(line ? ['LINE'] : []), ...(totp ? [t('admin.staff.totp')] : [])].join(t('common.patient.separator')) ||
  t('admin.staff.secondStepNone')
