import { Outlet } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, codeOf, isApiError } from '../api/errors.ts'
import { changePreferences, type Me, meQuery, signOut, useMaybeMe } from '../api/me.ts'
import { errorMessage } from '../api/query.ts'
import { connectionStore } from '../api/socket.ts'
import { t, useI18n } from '../i18n/i18n.ts'
import { ConnectionBand } from '../ui/ConnectionBand.tsx'
import { currentTimeZone, setTimeZone } from '../ui/format.ts'
import { SkeletonRows } from '../ui/Skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { AlertSlot } from './AlertSlot.tsx'
import { askAndSignOut } from './askAndSignOut.ts'
import { AwayBand } from './AwayBand.tsx'
import { ReviewBand } from './ReviewBand.tsx'
import { BottomBar } from './BottomBar.tsx'
import { entries } from '../shell/features.ts'
import { FrameKeys } from './FrameKeys.tsx'
import { LanguageMenu, ThemeMenu } from '../shell/LooksMenus.tsx'
import { closedBy, screenName, useCounts } from '../shell/menu.ts'
import { MissingScreen } from './MissingScreen.tsx'
import { PreviewBand } from './PreviewBand.tsx'
import { MenuLinks, Sider } from './Sider.tsx'
import { SubBar } from './SubBar.tsx'
import { TopBar } from './TopBar.tsx'
import { LateDrawer } from './LateDrawer.tsx'
import { useBegun } from './useBegun.ts'
import { useClosedAway } from './useClosedAway.ts'
import { useHere } from './useHere.ts'
import { useStore } from '../lib/useStore.ts'

export default function MainLayout() {
  const me = useMaybeMe()
  const begun = useBegun(me)
  // Nothing lies beneath a second factor that is yet to be set up.
  if (me) return begun ? <Frame me={me} /> : null
  return <FrameLoading />
}

/** What a proxy answers while a server is being changed is no word of it, and too many calls pass. */
const isRefusal = ({ http, code }: ApiError) =>
  http >= 400 && http < 500 && http !== 401 && http !== 429 && code !== 'ERROR'

/** The frame's outline until the session state is in; a refusal of it ends the session (SHELL-12). */
function FrameLoading() {
  const { error, refetch } = useQuery(meQuery())
  const refused = isApiError(error) && isRefusal(error)
  useEffect(() => {
    if (refused) void signOut().then(() => location.replace('/pages/login?reason=config'))
  }, [refused])
  return (
    <div className="app">
      <div className="sider wide" />
      <div className="main">
        <div className="topbar" />
        <div />
        <div className="subbar" />
        <div className="content">
          {error && !refused ? (
            <ErrorState
              heading="h1"
              title={t('shell.config.title')}
              text={errorMessage(error)}
              code={codeOf(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows />
          )}
        </div>
      </div>
    </div>
  )
}

function Frame({ me }: { me: Me }) {
  // What is loaded beside the frame may come later than its first screen: that one stands in the zone already.
  if (me.timeZone !== currentTimeZone()) setTimeZone(me.timeZone)
  const { t, language } = useI18n()
  const [sheet, setSheet] = useState(false)
  const folded = me.preferences.menuFolded
  const { lostAt } = useStore(connectionStore)
  const counts = useCounts(me)
  const here = useHere()
  const entry = here ? entries[here.screen.id] : undefined
  const closed = here ? closedBy(me, here.screen) : null

  const name = here ? screenName(me, here.screen.id, language) : ''
  useClosedAway(here?.screen.id, closed, name)
  const waits = counts.waiting + counts.messages + counts.alerts
  useTitle(waits > 0 ? `(${waits}) ${name}` : name)

  return (
    <div className={`app ${folded ? 'rail' : ''}`}>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <Sider me={me} counts={counts} folded={folded} onFold={(menuFolded) => void changePreferences({ menuFolded })} />
      <div className="main">
        <TopBar me={me} onMenu={() => setSheet(true)} title={name} />
        <div>
          <ConnectionBand lostAt={lostAt} />
          <AlertSlot me={me} count={counts.alerts} screen={here?.screen.id} />
        </div>
        <SubBar me={me} here={here} />
        <main className={`content ${entry?.fill && !closed ? 'fill' : ''}`} id="content" tabIndex={-1}>
          <PreviewBand me={me} />
          <ReviewBand me={me} />
          <AwayBand me={me} screen={here?.screen.id} />
          {closed ? <MissingScreen why={closed} /> : <Outlet />}
        </main>
        <BottomBar me={me} counts={counts} onMore={() => setSheet(true)} />
      </div>
      <LateDrawer
        open={sheet}
        onClose={() => setSheet(false)}
        placement="left"
        size={264}
        title={t('shell.menu')}
        extra={
          <span className="row">
            <LanguageMenu onPick={(language) => void changePreferences({ language })} />
            <ThemeMenu onPick={(theme) => void changePreferences({ theme })} />
          </span>
        }
        className="sheet"
        styles={{ body: { padding: 0 } }}
      >
        <MenuLinks me={me} counts={counts} onPick={() => setSheet(false)} />
      </LateDrawer>
      <FrameKeys me={me} onSignOut={() => void askAndSignOut()} />
    </div>
  )
}
