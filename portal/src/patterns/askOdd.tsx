import { askedDoubts } from '../devices/doubts.ts'
import { errorText, t } from '../i18n/i18n.ts'
import { confirmAct } from '../ui/notify.ts'

/**
 * Is it something that a person has to confirm? Then all of it is asked at once, and `again` sends it confirmed; whoever declines
 * has what was typed before them as it was. False: it is another refusal.
 */
export function askOdd(error: unknown, again: () => void, declined?: () => void): boolean {
  const doubts = askedDoubts(error)
  if (doubts.length === 0) return false
  void confirmAct({
    title: t('common.oddTitle'),
    text: doubts.map(({ code, values }) => <p key={`${code} ${JSON.stringify(values)}`}>{errorText(code, values)}</p>),
    ok: t('common.oddOk'),
    cancel: t('common.oddNo'),
    danger: true,
  }).then((sure) => (sure ? again() : declined?.()))
  return true
}
