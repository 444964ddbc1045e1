import '../../ui/styles/login.css'
import { CompassOutlined } from '@ant-design/icons'
import { Link, useRouterState } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { LanguageMenu, ThemeMenu } from '../../shell/LooksMenus.tsx'
import { nearestScreens } from '../../shell/nearest.ts'
import { router } from '../../shell/navigation.ts'
import { pathTo } from '../../shell/screens.ts'
import { session } from '../../api/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { EmptyState } from '../../ui/states.tsx'

/** The requested address is shown as plain text, because it leads nowhere. */
export default function NotFoundPage() {
  const t = useT()
  const from = useRouterState({ select: (state): string => state.location.search.from ?? '' })
  const signedIn = session.standing() === 'active'
  const near = signedIn ? nearestScreens(from) : []
  useTitle(t('shell.notFound.title'))
  return (
    <main className="plainpage">
      <div className="tr">
        <LanguageMenu long />
        <ThemeMenu />
      </div>
      <EmptyState
        heading="h1"
        icon={<CompassOutlined />}
        title={t('shell.notFound.title')}
        text={
          <>
            {t('shell.notFound.text')}
            {from && (
              <span className="asked">
                {t('shell.notFound.asked')} <code>{from}</code>
              </span>
            )}
            {near.length > 0 && (
              <span className="near">
                {t('shell.notFound.near')}
                {near.map((screen) => (
                  <Link key={screen.id} className="link" to={pathTo(screen.id)}>
                    {t(`screens.name.${screen.id}`)}
                  </Link>
                ))}
              </span>
            )}
          </>
        }
        actions={
          <>
            {signedIn && <Button onClick={() => router.history.back()}>{t('common.back')}</Button>}
            <Button kind="primary" autoFocus onClick={() => void router.navigate({ to: '/' })}>
              {signedIn ? t('shell.missing.home') : t('shell.notFound.signIn')}
            </Button>
          </>
        }
      />
    </main>
  )
}
