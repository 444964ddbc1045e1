import {
  BgColorsOutlined,
  GlobalOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { AWAY, BUSY, ONLINE } from '@teleward/contract/staff/rules.ts'
import { changePreferences, type Me } from '../api/me.ts'
import { LANGUAGE_NAMES, LANGUAGES, setLanguage, useI18n } from '../i18n/i18n.ts'
import { screenCommands } from '../patterns/commands.ts'
import { setTheme, useLooks } from '../ui/theme/theme.ts'
import { THEMES } from '../ui/theme/tokens.ts'
import { openScreens, screenName } from '../shell/menu.ts'
import { go } from '../shell/navigation.ts'
import { showOverlay } from '../shell/overlays.ts'
import { usePresence } from './PresenceSwitch.tsx'
import type { Entry } from '../shell/palette.ts'
import type { ScreenDef } from '../shell/screens.ts'

/** Screens with parameters need a record first; the palette cannot know which. */
const standsAlone = (screen: ScreenDef) => !/\{\w+\}/.test(screen.path)

/** Screens and commands of the person, in their own order. */
export function useEntries(me: Me, onSignOut: () => void): Entry[] {
  const { t, language } = useI18n()
  const { theme } = useLooks()
  const { code, set } = usePresence(me)
  const screens = openScreens(me)
    .filter(({ screen }) => standsAlone(screen))
    .map(
      ({ screen, entry }): Entry => ({
        id: screen.id,
        label: screenName(me, screen.id, language),
        group: 'screens',
        icon: entry.menu?.icon,
        hint: entry.keys,
        run: () => void go(screen.id),
      }),
    )
  const own = screenCommands().map((command): Entry => ({ ...command, group: 'actions' }))
  const presence: Entry[] =
    code === BUSY
      ? []
      : ([ONLINE, AWAY] as const)
          .filter((one) => one !== code)
          .map((one) => ({
            id: `presence-${one}`,
            label: `${t('shell.presence.label')}: ${one === ONLINE ? t('shell.presence.online') : t('shell.presence.away')}`,
            group: 'actions',
            icon: UserOutlined,
            hint: 'Alt P',
            run: () => set(one),
          }))
  const themes = THEMES.filter((one) => one !== theme).map(
    (one): Entry => ({
      id: `theme-${one}`,
      label: `${t('shell.theme.label')}: ${t(`shell.theme.${one}`)}`,
      group: 'actions',
      icon: BgColorsOutlined,
      run: () => {
        setTheme(one)
        void changePreferences({ theme: one })
      },
    }),
  )
  const languages = LANGUAGES.filter((one) => one !== language).map(
    (one): Entry => ({
      id: `language-${one}`,
      label: `${t('shell.language')}: ${LANGUAGE_NAMES[one]}`,
      group: 'actions',
      icon: GlobalOutlined,
      run: () => {
        void setLanguage(one)
        void changePreferences({ language: one })
      },
    }),
  )
  const rest: Entry[] = [
    {
      id: 'keys',
      label: t('shell.keysHelp'),
      group: 'actions',
      icon: QuestionCircleOutlined,
      hint: '?',
      run: () => showOverlay('keys'),
    },
    { id: 'out', label: t('shell.signOut'), group: 'actions', icon: LogoutOutlined, run: onSignOut },
  ]
  return [...screens, ...own, ...presence, ...themes, ...languages, ...rest]
}
