import { BgColorsOutlined, GlobalOutlined } from '@ant-design/icons'
import { LANGUAGE_NAMES, LANGUAGE_SHORT, LANGUAGES, setLanguage, useI18n } from '../i18n/i18n.ts'
import { MenuButton } from '../ui/MenuButton.tsx'
import { setTheme, useLooks } from '../ui/theme/theme.ts'
import { THEMES } from '../ui/theme/tokens.ts'

/** Also on the sign-in page, where there are no preferences yet. */
export function LanguageMenu({
  long,
  onPick,
}: {
  long?: boolean
  onPick?: (language: (typeof LANGUAGES)[number]) => void
}) {
  const { t, language } = useI18n()
  return (
    <div className="wide-lang">
      <MenuButton
        className="langbtn"
        label={t('shell.language')}
        items={LANGUAGES.map((one) => ({
          key: one,
          label: LANGUAGE_NAMES[one],
          checked: one === language,
          onPick: () => {
            void setLanguage(one)
            onPick?.(one)
          },
        }))}
      >
        <GlobalOutlined />
        {long ? LANGUAGE_NAMES[language] : LANGUAGE_SHORT[language]}
      </MenuButton>
    </div>
  )
}

export function ThemeMenu({ onPick }: { onPick?: (theme: (typeof THEMES)[number]) => void }) {
  const { t } = useI18n()
  const { theme } = useLooks()
  return (
    <MenuButton
      className="icbtn"
      label={t('shell.theme.label')}
      items={THEMES.map((one) => ({
        key: one,
        label: t(`shell.theme.${one}`),
        checked: one === theme,
        onPick: () => {
          setTheme(one)
          onPick?.(one)
        },
      }))}
    >
      <BgColorsOutlined />
    </MenuButton>
  )
}
