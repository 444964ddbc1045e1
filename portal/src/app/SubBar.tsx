import { HomeOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { createElement } from 'react'
import { changePreferences, type Me } from '../api/me.ts'
import { useI18n } from '../i18n/i18n.ts'
import { MenuButton } from '../ui/MenuButton.tsx'
import { entries } from '../shell/features.ts'
import { quickLinks, screenName } from '../shell/menu.ts'
import { goToAddress } from '../shell/navigation.ts'
import { pathTo, type ScreenMatch, screenById } from '../shell/screens.ts'
import { type Starred, starred } from '../shell/stars.ts'
import { useHref } from './useHere.ts'

/** The first ten stand on the bar, the rest behind 'more' (SHELL-05). */
const FIXED_STARS = 10

export function SubBar({ me, here }: { me: Me; here: ScreenMatch | null }) {
  return (
    <div className="subbar">
      <Breadcrumb me={me} here={here} />
      <StarBar me={me} />
    </div>
  )
}

function Breadcrumb({ me, here }: { me: Me; here: ScreenMatch | null }) {
  const { t, language } = useI18n()
  const href = useHref()
  const { stars } = me.preferences
  const isStarred = stars.some((star) => star.path === href)
  const parent = here?.screen.parent && entries[here.screen.parent] ? screenById(here.screen.parent) : null
  const name = here ? screenName(me, here.screen.id, language) : ''
  const label = isStarred ? t('shell.unstar') : t('shell.star')
  const toggle = () => {
    const others = stars.filter((star) => star.path !== href)
    void changePreferences({ stars: isStarred ? others : [...stars, { path: href, title: name }] })
  }
  return (
    <nav className="crumb" aria-label={t('shell.crumbHome')}>
      <Link to="/" aria-label={t('shell.crumbHome')} title={t('shell.crumbHome')}>
        <HomeOutlined />
      </Link>
      {parent && (
        <>
          <span className="sep">/</span>
          <Link to={pathTo(parent.id)}>{screenName(me, parent.id, language)}</Link>
        </>
      )}
      <span className="sep">/</span>
      <span className="cur ell" aria-current="page">
        {name}
      </span>
      {/* A record's address holds a patient's number: it does not belong on a bar that everybody can read. */}
      {here && entries[here.screen.id] && Object.keys(here.params).length === 0 && (
        <button
          type="button"
          className={`icbtn sm starit ${isStarred ? 'on' : ''}`}
          aria-pressed={isStarred}
          aria-label={label}
          title={label}
          onClick={toggle}
        >
          {isStarred ? <StarFilled /> : <StarOutlined />}
        </button>
      )}
    </nav>
  )
}

function StarBar({ me }: { me: Me }) {
  const { t, language } = useI18n()
  const href = useHref()
  const stars = starred(me, language)
  const fixed = stars.slice(0, FIXED_STARS)
  const rest = stars.slice(FIXED_STARS)
  // Until somebody has stars of their own, the quick links stand in their place.
  if (stars.length === 0)
    return (
      <nav className="starred" aria-label={t('shell.quickLinks')}>
        {quickLinks(me).map((screen) => {
          const icon = entries[screen.id]?.menu?.icon
          const path = pathTo(screen.id)
          return (
            <Link key={screen.id} to={path} className={`quick ${href === path ? 'on' : ''}`}>
              {icon && createElement(icon)}
              {screenName(me, screen.id, language)}
            </Link>
          )
        })}
      </nav>
    )
  return (
    <nav className="starred" aria-label={t('shell.quickLinks')}>
      {fixed.map((star) => (
        <a
          key={star.path}
          href={star.path}
          className={href === star.path ? 'on' : ''}
          onClick={(event) => open(event, star)}
        >
          <StarFilled />
          {star.name}
        </a>
      ))}
      {rest.length > 0 && (
        <MenuButton
          className="langbtn"
          label={t('shell.starredMore')}
          items={rest.map((star) => ({
            key: star.path,
            label: star.name,
            onPick: () => void goToAddress(star.path),
          }))}
        >
          {t('common.more')} +{rest.length}
        </MenuButton>
      )}
    </nav>
  )
}

function open(event: { metaKey: boolean; ctrlKey: boolean; preventDefault: () => void }, star: Starred): void {
  if (event.metaKey || event.ctrlKey) return
  event.preventDefault()
  void goToAddress(star.path)
}
