import { ensureTexts, errorText, t } from '../../i18n/i18n.ts'
import { browserOf } from '../../media/browser.ts'
import { problemText } from '../../media/device-labels.ts'
import type { MediaProblem } from '../../media/local-media.ts'
import { notify } from '../../ui/notify.ts'

/** The notice's key: it goes when it has been allowed. */
export const HOW_TO_ALLOW = 'call-media'

/** What to press in this very browser, in the words the patient's page has for it. */
export async function sayHowToAllow(blocked: readonly MediaProblem[]): Promise<void> {
  await ensureTexts('link', 'mediafaults')
  const [only, ...more] = blocked
  notify({
    kind: 'bad',
    title: only && !more.length ? problemText(only) : errorText('MEDIA_DENIED'),
    text: t(`link.device.steps.${browserOf(navigator.userAgent)}`),
    lasts: 'untilClosed',
    key: HOW_TO_ALLOW,
  })
}
