import { CaretRightOutlined, CloseOutlined, PauseOutlined, RetweetOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { SoundPicture } from '../../signals/read.worker.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useSingleKeys } from '../../ui/keys.ts'
import type { SignalError } from '@teleward/contract/files/wfdb.ts'
import { paintSpectrum, paintWave } from './sound-paint.ts'

const RATES = [0.5, 0.75, 1] as const
const TOPS = [500, 1000, 2000] as const
/** Shorter parts are a click of a shaky hand. */
const PART_MIN = 0.05
interface Part {
  from: number
  to: number
}
interface Props {
  url: string
  picture: SoundPicture | null
  why: SignalError | null
}

/** The sound and its two pictures in step: a click goes there, a drag chooses a part to be repeated. */
export function Player({ url, picture, why }: Props) {
  const t = useT()
  const audio = useRef<HTMLAudioElement>(null)
  // Another address of the same sound would begin it anew: it is taken when this one is over.
  const [src, setSrc] = useState(url)
  const [playing, setPlaying] = useState(false)
  const [now, setNow] = useState(0)
  const [length, setLength] = useState(picture?.seconds ?? 0)
  const [rate, setRate] = useState<number>(1)
  const [part, setPart] = useState<Part | null>(null)
  const [repeat, setRepeat] = useState(false)
  const [broken, setBroken] = useState(false)
  const single = useSingleKeys()
  const seek = (seconds: number) => {
    const to = Math.min(length, Math.max(0, seconds))
    if (audio.current) audio.current.currentTime = to
    setNow(to)
  }
  const play = () => {
    const player = audio.current
    if (!player) return
    if (!player.paused) return player.pause()
    if (part && (player.currentTime < part.from || player.currentTime >= part.to - 0.01)) seek(part.from)
    // One that is stopped before it has begun is not broken.
    player.play().catch((error: unknown) => (error as DOMException).name !== 'AbortError' && setBroken(true))
  }
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate
  }, [rate])
  // Between two frames, not at the four times a second that a player tells: the line has to stand under what one hears.
  useEffect(() => {
    if (!playing) return
    let frame = 0
    const step = () => {
      const player = audio.current
      if (player) {
        if (part && player.currentTime >= part.to) {
          player.currentTime = part.from
          if (!repeat) player.pause()
        }
        setNow(player.currentTime)
      }
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [playing, part, repeat])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const inside = event.target instanceof HTMLElement ? event.target : null
    const small = event.shiftKey ? 0.1 : 1
    const slider = inside?.getAttribute('role') === 'slider'
    const acts: Record<string, (() => void) | undefined> = {
      ...(inside?.closest('button,label') ? {} : { ' ': play }),
      ...(slider
        ? {
            ArrowLeft: () => seek(now - small),
            ArrowRight: () => seek(now + small),
            Home: () => seek(0),
            End: () => seek(length),
          }
        : {}),
      ...(single
        ? {
            '[': () => setPart({ from: now, to: Math.max(now + PART_MIN, part?.to ?? length) }),
            ']': () => setPart({ from: Math.min(part?.from ?? 0, now - PART_MIN), to: now }),
            l: () => setRepeat(!repeat),
          }
        : {}),
      ...(part ? { Escape: () => setPart(null) } : {}),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside.
    <div className="phonowork" onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useMediaCaption: a heart says no words. */}
      <audio
        ref={audio}
        src={src}
        preload="auto"
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onPlay={() => setPlaying(true)}
        onPause={(event) => {
          setPlaying(false)
          setNow(event.currentTarget.currentTime)
        }}
        onEnded={() => {
          if (repeat && !part) play()
        }}
        onError={() => (src === url ? setBroken(true) : setSrc(url))}
      />
      <div className="sigtools">
        <Button
          kind="primary"
          icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
          disabled={broken}
          onClick={play}
        >
          {t(playing ? 'signals.phono.pause' : 'signals.phono.play')}
        </Button>
        <span className="sigchoice">
          <span className="t2 f13">{t('signals.phono.rate')}</span>
          <Segmented<number>
            aria-label={t('signals.phono.rate')}
            value={rate}
            onChange={setRate}
            options={RATES.map((value) => ({ value, label: `${formatNumber(value)}×` }))}
          />
        </span>
        <Button
          kind={repeat ? 'soft' : 'default'}
          icon={<RetweetOutlined />}
          aria-pressed={repeat}
          onClick={() => setRepeat(!repeat)}
        >
          {t('signals.phono.repeat')}
        </Button>
        {part && (
          <Button icon={<CloseOutlined />} onClick={() => setPart(null)}>
            {t('signals.phono.clear')}
          </Button>
        )}
        <span className="num t2 f13">
          {part
            ? t('signals.phono.part', { from: formatNumber(part.from, 2), to: formatNumber(part.to, 2) })
            : t('signals.phono.at', { now: formatNumber(now, 1), all: formatNumber(length, 1) })}
        </span>
      </div>
      {broken && (
        <p className="f13 c-bad" role="alert">
          {t('files.unreadable')}
        </p>
      )}
      {why && (
        <p className="f13 c-warn" role="status">
          {t('signals.phono.noPicture', { why: t(`signals.problem.${why.problem}`, { about: why.about }) })}
        </p>
      )}
      {picture && (
        <Pictures
          picture={picture}
          now={now}
          length={length || picture.seconds}
          part={part}
          onSeek={seek}
          onPart={setPart}
        />
      )}
    </div>
  )
}

interface PicturesProps {
  picture: SoundPicture
  now: number
  length: number
  part: Part | null
  onSeek: (seconds: number) => void
  onPart: (part: Part | null) => void
}
function Pictures({ picture, now, length, part, onSeek, onPart }: PicturesProps) {
  const t = useT()
  const [top, setTop] = useState<number>(1000)
  const wave = useRef<HTMLCanvasElement>(null)
  const spectrum = useRef<HTMLCanvasElement>(null)
  const began = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (wave.current) paintWave(wave.current, picture.wave, 120)
  }, [picture])
  useLayoutEffect(() => {
    if (spectrum.current) paintSpectrum(spectrum.current, picture.spectrum, top)
  }, [picture, top])
  const at = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width)) * length
  }
  const over = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      began.current = at(event)
      onSeek(began.current)
      onPart(null)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (began.current === null || !event.buttons) return
      const [from, to] = [began.current, at(event)].sort((a, b) => a - b) as [number, number]
      if (to - from >= PART_MIN) onPart({ from, to })
    },
    onPointerUp: () => {
      began.current = null
    },
  }
  const per = (seconds: number) => `${(seconds / length) * 100}%`
  const marks = (
    <>
      {part && <div className="part" style={{ left: per(part.from), width: per(part.to - part.from) }} />}
      <div className="now" style={{ left: per(now) }} />
    </>
  )
  return (
    <>
      <div
        className="sound"
        role="slider"
        tabIndex={0}
        aria-label={t('signals.phono.position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length * 10) / 10}
        aria-valuenow={Math.round(now * 10) / 10}
        aria-valuetext={t('signals.phono.at', { now: formatNumber(now, 1), all: formatNumber(length, 1) })}
        {...over}
      >
        <canvas ref={wave} style={{ height: 120 }} />
        {marks}
      </div>
      <div className="sound" aria-hidden="true" {...over}>
        <canvas ref={spectrum} style={{ height: 220 }} />
        <span className="axis num" style={{ top: 2 }}>
          {formatNumber(Math.min(top, picture.spectrum.top), 0)} Hz
        </span>
        <span className="axis num" style={{ bottom: 2 }}>
          0 Hz
        </span>
        {marks}
      </div>
      <div className="sigtools">
        <span className="sigchoice">
          <span className="t2 f13">{t('signals.phono.top')}</span>
          <Segmented<number>
            aria-label={t('signals.phono.top')}
            value={top}
            onChange={setTop}
            options={TOPS.map((value) => ({ value, label: `${formatNumber(value)} Hz` }))}
          />
        </span>
        {picture.cut && (
          <span className="f13 c-warn">
            {t('signals.problem.truncated', { about: `${formatNumber(picture.seconds, 1)} s` })}
          </span>
        )}
        <span className="t2 f13">{t('signals.phono.hint')}</span>
      </div>
    </>
  )
}
