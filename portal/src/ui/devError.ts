import { t } from '../i18n/i18n.ts'
import { notify } from './notify.ts'

/** In development what no person is to blame for says so at once: status, message, 'check console' (SHELL-21). */
export function devError(status: number | string, message: string, detail: unknown): void {
  if (!import.meta.env.DEV) return
  console.error(detail)
  notify({ kind: 'bad', title: t('common.error.dev', { status }), text: message, key: `dev-${status}-${message}` })
}
