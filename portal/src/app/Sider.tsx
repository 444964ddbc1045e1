import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import type { MenuCounts } from '@teleward/contract/appointments/schema.ts'
import { Link } from '@tanstack/react-router'
import { createElement } from 'react'
import type { Me } from '../api/me.ts'
import { connectionStore } from '../api/socket.ts'
import { useI18n, useT } from '../i18n/i18n.ts'
import type { Messages } from '../i18n/messages.ts'
import { Logo } from '../ui/Logo.tsx'
import { type MenuItemView, menuOf, screenName } from '../shell/menu.ts'
import { pathTo } from '../shell/screens.ts'
import { useHere } from './useHere.ts'
import { SHOWN_VERSION, VERSION } from '../shell/version.ts'
import { useStore } from '../lib/useStore.ts'

interface Props {
  me: Me
  counts: MenuCounts
}

export function Sider({ me, counts, folded, onFold }: Props & { folded: boolean; onFold: (folded: boolean) => void }) {
  const t = useT()
  const fold = folded ? t('shell.unfold') : t('shell.fold')
  return (
    <nav className="sider wide" aria-label={t('shell.menu')}>
      <div className="brand">
        <Logo src={me.brand.logo} />
        <span className="word">Teleward</span>
        <button type="button" className="icbtn fold" aria-label={fold} title={fold} onClick={() => onFold(!folded)}>
          {folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        </button>
      </div>
      <MenuLinks me={me} counts={counts} />
      <LineFoot />
    </nav>
  )
}

export function MenuLinks({ me, counts, onPick }: Props & { onPick?: () => void }) {
  const t = useT()
  return (
    <div className="menu">
      {menuOf(me).map(({ group, items }) => (
        <div key={group}>
          <h2>{t(`shell.group.${group}`)}</h2>
          {items.map((item) => (
            <MenuLink key={item.screen.id} me={me} item={item} counts={counts} onPick={onPick} />
          ))}
        </div>
      ))}
    </div>
  )
}

function MenuLink({
  me,
  item: { screen, menu },
  counts,
  onPick,
}: {
  me: Me
  item: MenuItemView
  counts: MenuCounts
  onPick?: () => void
}) {
  const { t, language } = useI18n()
  const here = useHere()?.screen
  const on = here?.id === screen.id || here?.parent === screen.id
  const count = menu.count?.(counts)
  const name = screenName(me, screen.id, language)
  return (
    <Link
      to={pathTo(screen.id)}
      className={on ? 'on' : ''}
      aria-current={on ? 'page' : undefined}
      title={name}
      onClick={onPick}
    >
      {createElement(menu.icon)}
      <span className="full">{name}</span>
      <span className="short" aria-hidden="true">
        {t(`screens.short.${screen.id as keyof Messages['screens']['short']}`)}
      </span>
      {count ? <span className={`cnt ${menu.hot?.(counts) ? 'hot' : ''}`}>{count > 99 ? '99+' : count}</span> : null}
    </Link>
  )
}

function LineFoot() {
  const t = useT()
  const { state } = useStore(connectionStore)
  const word = { online: t('shell.connected'), connecting: t('shell.connecting'), lost: t('shell.disconnected') }[state]
  const dot = { online: 'ok', connecting: '', lost: 'bad' }[state]
  return (
    <div className="foot" title={t('shell.footVersion', { version: VERSION })}>
      <span className={`dot ${dot}`} />
      <span className="full">
        {word} · {SHOWN_VERSION}
      </span>
      {state !== 'online' && <span className="sr">{word}</span>}
    </div>
  )
}
