import { ensureTexts, errorText, t } from '../../i18n/i18n.ts'
import { browserOf } from '../../media/browser.ts'
import { notify } from '../../ui/notify.ts'

/** What to press in this very browser, in the words the patient's page has for it. */
export async function sayHowToAllow(): Promise<void> {
  await ensureTexts('link')
  notify({
    kind: 'bad',
    title: errorText('MEDIA_DENIED'),
    text: t(`link.device.steps.${browserOf(navigator.userAgent)}`),
    lasts: 'untilClosed',
    key: 'call-media',
  })
}
