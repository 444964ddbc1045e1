import { CheckCircleOutlined, DownloadOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { versionFile } from '@teleward/contract/auth/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { send } from '../../api/http.ts'
import { showError } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { outside } from '../../media/browser.ts'
import { QrImage } from '../../patterns/QrImage.tsx'
import { pathTo } from '../../shell/screens.ts'
import { VERSION } from '../../shell/version.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { isGuarded } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import { CLOCK_TOLERANCE_MS, type InstallPrompt, otherWays, placeOf, type Way, wayOf } from './install.ts'
import './institution.css'

const STEPS: Record<Way, number> = {
  prompt: 1,
  desktop: 3,
  safariMac: 3,
  iosShare: 4,
  android: 3,
  firefoxAndroid: 3,
  outside: 2,
  elsewhere: 2,
}

/** `/setting/teach_install`: how this very browser installs the portal, and what else there is to know of it. */
export default function InstallPage() {
  const t = useT()
  const installed = useInstalled()
  const [prompt, ask] = usePrompt()
  const way = wayOf(placeOf(navigator.userAgent, navigator.maxTouchPoints), prompt !== undefined)
  const out = outside(navigator.userAgent, location.href)
  return (
    <>
      <div className="pagehead">
        <h1>{t('screens.name.teachInstall')}</h1>
      </div>
      <div className="instpane">
        <State installed={installed} />
        {!installed && (
          <Card title={t(`institution.install.way.${way}.title`)} className="installcard">
            <Steps way={way} />
            {way === 'prompt' && (
              <Button kind="primary" icon={<DownloadOutlined />} onClick={ask}>
                {t('institution.install.act')}
              </Button>
            )}
            {way === 'outside' && out && (
              <a className="btn" href={out}>
                {t('institution.install.openOutside')}
              </a>
            )}
          </Card>
        )}
        <Card title={t('institution.install.phone')} className="installcard">
          <div className="installphone">
            <p className="t2">{t('institution.install.phoneText')}</p>
            <QrImage value={`${location.origin}${pathTo('teachInstall')}`} label={t('institution.install.phone')} />
          </div>
        </Card>
        <Card title={t('institution.install.others')} className="installcard">
          {otherWays(way).map((one) => (
            <details key={one}>
              <summary>{t(`institution.install.way.${one}.title`)}</summary>
              <Steps way={one} />
            </details>
          ))}
        </Card>
      </div>
    </>
  )
}

function Steps({ way }: { way: Way }) {
  const t = useT()
  return (
    <ol className="installsteps">
      {Array.from({ length: STEPS[way] }, (_, at) => (
        <li key={at}>{t(`institution.install.way.${way}.s${at + 1}` as 'institution.install.way.prompt.s1')}</li>
      ))}
    </ol>
  )
}

/** What is known of this device: installed or not, the version, whether its clock is right. Unknown is told as that. */
function State({ installed }: { installed: boolean }) {
  const t = useT()
  const news = useQuery({
    queryKey: ['version-and-clock'],
    queryFn: async () => {
      const before = Date.now()
      const { version, date } = await versionAndDate()
      return { version, off: date === null ? null : Math.abs(date - (before + Date.now()) / 2) }
    },
    staleTime: 0,
  })
  const newer = news.data !== undefined && news.data.version !== VERSION
  const rows: [string, ReactNode][] = [
    [
      t('institution.install.state.installed'),
      installed ? <Good key="installed">{t('institution.install.state.yes')}</Good> : t('institution.install.state.no'),
    ],
    [
      t('institution.install.state.version'),
      <span key="version" className="row wrap">
        <span className="num">{VERSION}</span>
        {news.isError && <Bad>{t('institution.install.state.unknown')}</Bad>}
        {news.data && !newer && <Good>{t('institution.install.state.newest')}</Good>}
        {newer && (
          <>
            <span>{t('institution.install.state.newer')}</span>
            <Button size="sm" icon={<ReloadOutlined />} onClick={reload}>
              {t('institution.install.state.reload')}
            </Button>
          </>
        )}
      </span>,
    ],
    [t('institution.install.state.clock'), <ClockWord key="clock" off={news.data?.off} failed={news.isError} />],
  ]
  return (
    <Card title={t('institution.install.state.title')} className="installcard">
      <dl className="desc">
        {rows.map(([name, value]) => (
          <div className="pair" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="t3 f13">{t('institution.install.state.updates')}</p>
    </Card>
  )
}
const Good = ({ children }: { children: ReactNode }) => (
  <span className="c-ok">
    <CheckCircleOutlined /> {children}
  </span>
)
const Bad = ({ children }: { children: ReactNode }) => (
  <span className="c-warn">
    <WarningOutlined /> {children}
  </span>
)
function ClockWord({ off, failed }: { off: number | null | undefined; failed: boolean }) {
  const t = useT()
  if (off === undefined && !failed) return t('common.loading')
  if (off === undefined || off === null) return <Bad>{t('institution.install.state.unknown')}</Bad>
  if (off <= CLOCK_TOLERANCE_MS) return <Good>{t('institution.install.state.clockRight')}</Good>
  return <Bad>{t('institution.install.state.clockWrong', { minutes: Math.round(off / 60_000) })}</Bad>
}

async function versionAndDate(): Promise<{ version: string; date: number | null }> {
  const [{ version }, answer] = await Promise.all([
    send(versionFile, { query: { t: String(Date.now()) } }),
    fetch('/version.json', { method: 'HEAD', cache: 'no-store' }),
  ])
  const date = Date.parse(answer.headers.get('date') ?? '')
  return { version, date: Number.isNaN(date) ? null : date }
}

/** Nothing is lost by it: in a call, or with something half written, it waits. */
function reload(): void {
  if (isGuarded('call') || isGuarded('draft'))
    notify({ kind: 'info', key: 'version', title: t('institution.install.state.guarded') })
  else location.reload()
}

function useInstalled(): boolean {
  const [installed, setInstalled] = useState(standsAlone)
  useEffect(() => {
    const query = matchMedia('(display-mode: standalone)')
    const look = () => setInstalled(standsAlone())
    const done = () => setInstalled(true)
    query.addEventListener('change', look)
    addEventListener('appinstalled', done)
    return () => {
      query.removeEventListener('change', look)
      removeEventListener('appinstalled', done)
    }
  }, [])
  return installed
}
/** iOS says it in a word of its own. */
const standsAlone = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** The browser's own question; it can be put once, and comes again when the browser likes. */
function usePrompt(): [InstallPrompt | undefined, () => void] {
  const t = useT()
  const [prompt, setPrompt] = useState(globalThis.__installPrompt)
  useEffect(() => {
    // `boot.js` has kept it by then: its listener came first.
    const offered = () => setPrompt(globalThis.__installPrompt)
    addEventListener('beforeinstallprompt', offered)
    return () => removeEventListener('beforeinstallprompt', offered)
  }, [])
  const ask = async () => {
    try {
      const { outcome } = (await prompt?.prompt()) ?? { outcome: 'dismissed' as const }
      if (outcome === 'accepted') notify({ kind: 'ok', key: 'install', title: t('institution.install.done') })
    } catch (error) {
      showError(error)
    } finally {
      // Asked once, it is over whatever became of it: the steps by hand take its place.
      globalThis.__installPrompt = undefined
      setPrompt(undefined)
    }
  }
  return [prompt, () => void ask()]
}
