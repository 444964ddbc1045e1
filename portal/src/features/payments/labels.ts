import { t } from '../../i18n/i18n.ts'

const METHODS = ['checkout', 'cash', 'card', 'transfer'] as const
/** How money came or went back. */
export const methodText = (method: string | null) => {
  const known = METHODS.find((one) => one === method)
  return known ? t(`payments.method.${known}`) : t('payments.unknown')
}
