import { useT } from '../../i18n/i18n.ts'
import { browserOf } from '../../media/browser.ts'

/** The browser's kind where it is told, not its whole line of versions. */
export function useDevice() {
  const t = useT()
  return (type: number | null, agent: string | null) =>
    type !== null && type !== 3
      ? t('profile.sessions.app')
      : agent
        ? t(`profile.sessions.browser.${browserOf(agent)}`)
        : t('profile.sessions.unknown')
}
