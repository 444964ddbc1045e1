import './wall.css'
import { ExpandOutlined, SoundOutlined } from '@ant-design/icons'
import type { BoardDoctor, BoardPerson, WaitingBoard } from '@teleward/contract/boards/schema.ts'
import { useEffect } from 'react'
import { LANGUAGES, language, setLanguage, useT } from '../../i18n/i18n.ts'
import { currentTimeZone, formatTime, setTimeZone, useNow } from '../../ui/format.ts'
import { Logo } from '../../ui/Logo.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { useChime, useTurn, useWall } from './useWall.ts'
import { shownOf } from './watch.ts'

/** As many doctors at once as can be read from across a room. */
const AT_ONCE = 6

const parametersOf = (search: URLSearchParams) => {
  const seconds = Number(search.get('rotate'))
  return {
    token: search.get('token') ?? '',
    lang: LANGUAGES.find((one) => one === search.get('lang')),
    rotate: Number.isInteger(seconds) && seconds >= 5 && seconds <= 120 ? seconds : 15,
    sound: search.get('sound') !== '0',
  }
}
const named = (name: string, nameEn: string | null) => (language() === 'en' && nameEn) || name

/** `/pages/monitor`: the waiting room on a television, by an address and without a session. */
export default function WallPage() {
  const t = useT()
  const { token, lang, rotate, sound } = parametersOf(new URLSearchParams(location.search))
  const state = useWall(token)
  const now = useNow(1000)
  const chime = useChime(state, sound)
  useTitle(t('wall.title'))
  useEffect(() => {
    if (lang && lang !== language()) void setLanguage(lang)
  }, [lang])
  useEffect(() => {
    const full = ({ key }: KeyboardEvent) => key === 'f' && toggleFull()
    window.addEventListener('keydown', full)
    return () => window.removeEventListener('keydown', full)
  }, [])
  if (!state) return <main className="wall" aria-busy="true" />
  const { board, stale } = shownOf(state, now)
  if (state.over) return <Alone title={t('wall.over')} text={t('wall.overText')} />
  if (!board) return <Alone title={t('wall.lost')} text={t('wall.lostText')} />
  if (board.timeZone !== currentTimeZone()) setTimeZone(board.timeZone)
  return (
    <main className={`wall shift${Math.floor(now / 60_000) % 4}`}>
      <header>
        <Logo src={board.institution.logo} />
        <div className="wallname">
          <h1>{named(board.institution.name, board.institution.nameEn)}</h1>
          {board.unit && <span>{named(board.unit.name, board.unit.nameEn)}</span>}
        </div>
        {stale && state.at !== null && (
          <span className="wallstale" role="status">
            {t('wall.updated', { time: formatTime(new Date(state.at)) })}
          </span>
        )}
        {sound && !chime.ready && (
          <button type="button" onClick={chime.open}>
            <SoundOutlined /> {t('wall.sound')}
          </button>
        )}
        <button type="button" onClick={toggleFull} aria-label={t('wall.full')} title={t('wall.full')}>
          <ExpandOutlined />
        </button>
        <time className="num">{formatTime(new Date(now))}</time>
      </header>
      <Called board={board} />
      <Doctors board={board} rotate={rotate} />
    </main>
  )
}

function toggleFull(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  change.catch((error: unknown) => console.warn('No full screen', error))
}

const Alone = ({ title, text }: { title: string; text: string }) => (
  <main className="wall wallalone">
    <div role="status">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  </main>
)

const NumberOf = ({ person }: { person: BoardPerson }) => person.no !== null && <b className="num no">{person.no}</b>

/** Large, over everything else: whoever is to come now. */
function Called({ board }: { board: WaitingBoard }) {
  const t = useT()
  const called = board.doctors.flatMap(({ called, ...of }) => (called ? [{ ...of, called }] : []))
  if (called.length === 0) return null
  return (
    <section className="wallcalled" aria-live="assertive">
      {called.map(({ doctor, doctorEn, called }) => (
        <p key={doctor}>
          <span className="f">{t('wall.called')}</span> <NumberOf person={called} />{' '}
          <b>{named(called.name, called.nameEn)}</b> <span>{named(doctor, doctorEn)}</span>
        </p>
      ))}
    </section>
  )
}

function Doctors({ board, rotate }: { board: WaitingBoard; rotate: number }) {
  const t = useT()
  const turn = useTurn(board.doctors.length, AT_ONCE, rotate)
  if (board.doctors.length === 0)
    return (
      <section className="wallnone">
        <h2>{t('wall.nobody')}</h2>
        {board.nextAt && <p>{t('wall.next', { time: formatTime(board.nextAt) })}</p>}
      </section>
    )
  return (
    <section className="wallgrid">
      {board.doctors.map((one, at) => (
        <Doctor key={`${one.doctor}-${at}`} one={one} shown={Math.floor(at / AT_ONCE) === turn} />
      ))}
    </section>
  )
}

function Doctor({ one, shown }: { one: BoardDoctor; shown: boolean }) {
  const t = useT()
  const { serving, waiting, count, delayMinutes } = one
  const more = count - waiting.length
  return (
    <article className={shown ? 'walldoctor' : 'walldoctor later'}>
      <h2>
        {named(one.doctor, one.doctorEn)}
        <small className={delayMinutes >= 5 ? 'late' : ''}>
          {delayMinutes >= 5 ? t('wall.late', { count: delayMinutes }) : t('wall.onTime')}
        </small>
      </h2>
      <p className="now">
        <span>{t('wall.serving')}</span>
        {serving ? (
          <>
            <NumberOf person={serving} /> <b>{named(serving.name, serving.nameEn)}</b>
          </>
        ) : (
          <span className="none">{t('wall.noneServing')}</span>
        )}
      </p>
      <ol>
        {waiting.map((person, at) => (
          <li key={`${person.no}-${at}`}>
            <NumberOf person={person} />
            <b>{named(person.name, person.nameEn)}</b>
            <span className="site">{t(`wall.site.${person.site}`)}</span>
            <span className="since num">{t('wall.since', { time: formatTime(person.since) })}</span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="more">{t('wall.more', { count: more })}</p>}
    </article>
  )
}
