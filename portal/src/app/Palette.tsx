import {
  BgColorsOutlined,
  GlobalOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { AWAY, BUSY, ONLINE } from '@teleward/contract/staff/rules.ts'
import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { Modal } from 'antd'
import { type ComponentType, createElement, type KeyboardEvent, useMemo, useState } from 'react'
import { changePreferences, type Me } from '../api/me.ts'
import { LANGUAGE_NAMES, LANGUAGES, setLanguage, useI18n } from '../i18n/i18n.ts'
import { screenCommands } from '../patterns/commands.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { setTheme, useLooks } from '../ui/theme/theme.ts'
import { THEMES } from '../ui/theme/tokens.ts'
import { openScreens, screenName } from './menu.ts'
import { go } from './navigation.ts'
import { showOverlay } from './overlays.ts'
import { usePresence } from './PresenceSwitch.tsx'
import type { ScreenDef } from './screens.ts'

interface Entry {
  id: string
  label: string
  group: 'screens' | 'actions'
  icon?: ComponentType
  hint?: string
  run: () => void
}

/** Screens with parameters need a record first; the palette cannot know which. */
const standsAlone = (screen: ScreenDef) => !/\{\w+\}/.test(screen.path)

function useEntries(me: Me, onSignOut: () => void): Entry[] {
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

const plain = (text: string) => toHalfWidth(text).toLowerCase()

export default function Palette({ me, onSignOut, onClose }: { me: Me; onSignOut: () => void; onClose: () => void }) {
  const { t } = useI18n()
  const all = useEntries(me, onSignOut)
  const [q, setQ] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(
    () =>
      all.filter(
        (entry) => plain(entry.label).includes(plain(q.trim())) || plain(entry.id).startsWith(plain(q.trim())),
      ),
    [all, q],
  )
  const chosen = found[Math.min(at, found.length - 1)]

  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter in an input method chooses a word, not a command.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(found.length, 1))
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      open
      footer={null}
      // Its name, for those who hear it; on the screen the field says enough.
      title={t('shell.palette.title')}
      styles={{ header: { display: 'none' } }}
      closable={false}
      onCancel={onClose}
      width={560}
      className="palette"
      destroyOnHidden
      style={{ top: 96 }}
    >
      <label className="pq">
        <SearchOutlined />
        <span className="sr">{t('shell.palette.title')}</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: the layer exists to be typed into.
          autoFocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? 'palette-list' : undefined}
          aria-activedescendant={chosen ? `palette-${chosen.id}` : undefined}
          placeholder={t('shell.search')}
          value={q}
          onChange={(event) => {
            setQ(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="Esc" />
      </label>
      <div role="status">
        {found.length === 0 && (
          <div className="plist">
            <p className="t3 none">{t('shell.palette.empty', { q })}</p>
          </div>
        )}
      </div>
      <div
        className="plist"
        role="listbox"
        id="palette-list"
        aria-label={t('shell.palette.title')}
        hidden={found.length === 0}
      >
        {(['screens', 'actions'] as const).map((group) => {
          const entries = found.filter((entry) => entry.group === group)
          if (entries.length === 0) return null
          const title = t(`shell.palette.${group}`)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, and no fieldset.
            <div key={group} role="group" aria-label={title}>
              <div className="gt" aria-hidden="true">
                {title}
              </div>
              {entries.map((entry) => (
                <Option
                  key={entry.id}
                  entry={entry}
                  on={entry === chosen}
                  onPoint={() => setAt(found.indexOf(entry))}
                  onPick={() => run(entry)}
                />
              ))}
            </div>
          )
        })}
      </div>
      <p className="phint t3 f12">{t('shell.palette.hint')}</p>
    </Modal>
  )
}

interface OptionProps {
  entry: Entry
  on: boolean
  onPoint: () => void
  onPick: () => void
}
function Option({ entry, on, onPoint, onPick }: OptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={`palette-${entry.id}`}
      tabIndex={-1}
      aria-selected={on}
      ref={on ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
      onPointerMove={onPoint}
      onClick={onPick}
    >
      <span className="ic">{entry.icon && createElement(entry.icon)}</span>
      <span className="grow">{entry.label}</span>
      {entry.hint && <Kbd keys={entry.hint} />}
    </button>
  )
}
