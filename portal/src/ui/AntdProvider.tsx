import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { antdLocale } from '../i18n/antd.ts'
import { useI18n } from '../i18n/i18n.ts'
import { styleNonce } from './nonce.ts'
import { antdThemeOf } from './theme/antd.ts'
import { useLooks } from './theme/theme.ts'

const csp = { nonce: styleNonce }
/** Not the body itself: for a layer there Ant Design locks its scrolling by a style sheet without a nonce. */
const layers = () => document.getElementById('layers') ?? document.body
const reduced = window.matchMedia('(prefers-reduced-motion: reduce)')
const onReduced = (listener: () => void) => {
  reduced.addEventListener('change', listener)
  return () => reduced.removeEventListener('change', listener)
}
const button = { autoInsertSpace: false }

/**
 * Theme, language and nonce for Ant Design. Around the frame and every page of a feature; the pages before the sign-in
 * do without Ant Design altogether, which keeps them small.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  useI18n()
  const { theme, over } = useLooks()
  const still = useSyncExternalStore(onReduced, () => reduced.matches)
  const config = useMemo(() => {
    const look = antdThemeOf(theme, over)
    // Who wants no motion gets none from Ant Design either, and nothing waits for one to end.
    return still ? { ...look, token: { ...look.token, motion: false } } : look
  }, [theme, over, still])
  return (
    <ConfigProvider theme={config} locale={antdLocale()} csp={csp} button={button} getPopupContainer={layers}>
      {children}
    </ConfigProvider>
  )
}
