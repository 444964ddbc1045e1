import { MenuOutlined } from '@ant-design/icons'
import type { MenuCounts } from '@teleward/contract/appointments/schema.ts'
import { Link } from '@tanstack/react-router'
import { createElement } from 'react'
import type { Me } from '../api/me.ts'
import { useI18n } from '../i18n/i18n.ts'
import { Count } from '../ui/StatusTag.tsx'
import { menuOf, screenName } from '../shell/menu.ts'
import { pathTo } from '../shell/screens.ts'
import { useHere } from './useHere.ts'

const MOST = 4

/** On a phone: home, appointments, chat, members as far as they exist, and everything else behind 'more'. */
export function BottomBar({ me, counts, onMore }: { me: Me; counts: MenuCounts; onMore: () => void }) {
  const { t, language } = useI18n()
  const here = useHere()?.screen
  const items = menuOf(me)
    .flatMap(({ items: own }) => own)
    .filter(({ menu }) => menu.bottom)
    .slice(0, MOST)
  return (
    <nav className="bottombar" aria-label={t('shell.quickLinks')}>
      {items.map(({ screen, menu }) => {
        const count = menu.count?.(counts)
        const on = here?.id === screen.id || here?.parent === screen.id
        return (
          <Link
            key={screen.id}
            to={pathTo(screen.id)}
            className={on ? 'on' : ''}
            aria-current={on ? 'page' : undefined}
          >
            {createElement(menu.icon)}
            {screenName(me, screen.id, language)}
            {count ? <Count value={count} kind={menu.hot?.(counts) ? 'hot' : undefined} /> : null}
          </Link>
        )
      })}
      <button type="button" onClick={onMore}>
        <MenuOutlined />
        {t('common.more')}
      </button>
    </nav>
  )
}
