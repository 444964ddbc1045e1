import { PauseOutlined, CaretRightOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { lengthText } from './length.ts'
import './attachments.css'

interface Props {
  wave: readonly number[]
  durationMs: number
  load: () => Promise<string>
}
/** One voice at a time: who begins another stops this one. */
let playing: HTMLAudioElement | null = null

/** A voice with its wave: a press or an arrow key goes to its place in it. It comes when it is first heard. */
export function VoicePlayer({ wave, durationMs, load }: Props) {
  const t = useT()
  const audio = useRef<HTMLAudioElement | null>(null)
  const [at, setAt] = useState(0)
  const [on, setOn] = useState(false)
  // It lies in no page: whoever looks for what plays would not find it.
  useUnsavedGuard('playing', on)
  useEffect(
    () => () => {
      audio.current?.pause()
      if (playing === audio.current) playing = null
    },
    [],
  )
  const ready = async (): Promise<HTMLAudioElement> => {
    if (audio.current) return audio.current
    const one = new Audio(await load())
    one.preload = 'auto'
    one.ontimeupdate = () => setAt(one.currentTime * 1000)
    one.onplay = () => setOn(true)
    one.onpause = () => setOn(false)
    one.onended = () => setAt(0)
    // Its address is over: the next press asks for another one.
    one.onerror = () => {
      audio.current = null
      setOn(false)
    }
    audio.current = one
    return one
  }
  const toggle = async () => {
    try {
      const one = await ready()
      if (!one.paused) return one.pause()
      if (playing !== one) playing?.pause()
      playing = one
      await one.play()
    } catch (error) {
      audio.current = null
      showError(error)
    }
  }
  const seek = async (ms: number) => {
    setAt(ms)
    try {
      const one = await ready()
      one.currentTime = ms / 1000
    } catch (error) {
      showError(error)
    }
  }
  const bars = wave.length ? wave : [0]
  const share = durationMs ? at / durationMs : 0
  return (
    <div className="atvoice">
      <button
        type="button"
        className="icbtn"
        aria-label={t(on ? 'attachments.pause' : 'attachments.play')}
        onClick={() => void toggle()}
      >
        {on ? <PauseOutlined /> : <CaretRightOutlined />}
      </button>
      <span className="atwave">
        <svg viewBox={`0 0 ${bars.length * 3} 24`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((level, n) => {
            const height = Math.max(2, (level / 100) * 24)
            return (
              <rect
                key={n}
                className={(n + 0.5) / bars.length <= share ? 'on' : ''}
                x={n * 3}
                y={12 - height / 2}
                width={2}
                height={height}
                rx={1}
              />
            )
          })}
        </svg>
        <input
          type="range"
          min={0}
          max={durationMs}
          step={100}
          value={Math.min(at, durationMs)}
          aria-label={t('attachments.place')}
          aria-valuetext={lengthText(at)}
          onChange={(event) => void seek(Number(event.target.value))}
        />
      </span>
      <span className="num f12 t2">{lengthText(on || at > 0 ? at : durationMs)}</span>
    </div>
  )
}
