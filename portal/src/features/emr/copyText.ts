import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

/** To the clipboard, and says so; a browser has none on a page without TLS, or may refuse it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ kind: 'ok', title: t('common.copied') })
  } catch {
    notify({ kind: 'bad', title: t('emr.copyFailed') })
  }
}
