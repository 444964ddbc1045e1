import { VOICE_MAX_MS, WAVE_STEPS } from '@teleward/contract/chat/rules.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Attached } from '../../api/attachments.ts'
import { session } from '../../api/session.ts'

const TYPES = [
  { mime: 'audio/webm;codecs=opus', ending: 'webm' },
  { mime: 'audio/mp4', ending: 'm4a' },
] as const
/** How this browser records; undefined: it does not. */
const typeOf = () =>
  typeof MediaRecorder === 'undefined' || !navigator.mediaDevices
    ? undefined
    : TYPES.find(({ mime }) => MediaRecorder.isTypeSupported(mime))
export const canRecord = (): boolean => typeOf() !== undefined

const LOOK_MS = 100
/** Speech is small: what a telephone carries is enough. */
const BITS = 24_000

/** Levels from beginning to end, as many as a wave has steps: each the loudest of its part. */
export function waveOf(levels: readonly number[]): number[] {
  const steps = Math.min(WAVE_STEPS, levels.length)
  return Array.from({ length: steps }, (_, n) => {
    const part = levels.slice(Math.floor((n * levels.length) / steps), Math.floor(((n + 1) * levels.length) / steps))
    return Math.max(...part)
  })
}

const letGo = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

interface Running {
  recorder: MediaRecorder
  stream: MediaStream
  context: AudioContext
  levels: number[]
  chunks: Blob[]
  began: number
  timer: ReturnType<typeof setInterval>
}
export interface Recording {
  /** Null: nothing is recorded. */
  ms: number | null
  level: number
  /** The longest there may be is there: it is kept, and can be sent. */
  full: boolean
  start(): Promise<void>
  discard(): void
  /** What was said, once; null: nothing. */
  finish(): Promise<{ attached: Attached; blob: Blob } | null>
}

/** A voice from the microphone, with how loud it was. Throws what the browser says where it is not let in. */
export function useRecorder(): Recording {
  const run = useRef<Running | null>(null)
  /** The browser asks for the microphone as long as somebody thinks about it: the page may be left meanwhile. */
  const asking = useRef(false)
  const turn = useRef(0)
  const [ms, setMs] = useState<number | null>(null)
  const [level, setLevel] = useState(0)
  const over = useCallback(() => {
    const own = run.current
    run.current = null
    turn.current += 1
    setMs(null)
    if (!own) return
    clearInterval(own.timer)
    letGo(own.stream)
    void own.context.close()
  }, [])
  // Nobody goes on listening when the page is left.
  useEffect(() => over, [over])
  // Nor when the session is over, which may leave the page standing: what was said so far is kept, and can be sent after it.
  useEffect(
    () =>
      session.onEnd(() => {
        turn.current += 1
        if (!run.current) return
        if (run.current.recorder.state === 'recording') run.current.recorder.stop()
        clearInterval(run.current.timer)
        letGo(run.current.stream)
      }),
    [],
  )

  const start = async () => {
    const type = typeOf()
    if (!type || run.current || asking.current) return
    const begun = turn.current
    asking.current = true
    const stream = await navigator.mediaDevices
      .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
      .finally(() => {
        asking.current = false
      })
    if (begun !== turn.current) return letGo(stream)
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const recorder = new MediaRecorder(stream, { mimeType: type.mime, audioBitsPerSecond: BITS })
    const own: Running = {
      recorder,
      stream,
      context,
      levels: [],
      chunks: [],
      began: performance.now(),
      timer: 0 as never,
    }
    recorder.ondataavailable = ({ data }) => own.chunks.push(data)
    own.timer = setInterval(() => {
      if (recorder.state !== 'recording') return
      analyser.getFloatTimeDomainData(samples)
      const loud = Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
      // Speech lies between a hundredth and a third of what a microphone can take.
      const now = Math.max(0, Math.min(100, Math.round(100 * Math.sqrt(loud * 3))))
      own.levels.push(now)
      setLevel(now)
      const spoken = performance.now() - own.began
      setMs(Math.min(spoken, VOICE_MAX_MS))
      if (spoken >= VOICE_MAX_MS) recorder.stop()
    }, LOOK_MS)
    run.current = own
    setMs(0)
    recorder.start(1000)
  }
  const finish = async () => {
    const own = run.current
    const type = typeOf()
    if (!own || !type) return null
    if (own.recorder.state === 'recording') {
      const stopped = new Promise((resolve) => own.recorder.addEventListener('stop', resolve, { once: true }))
      own.recorder.stop()
      await stopped
    }
    const durationMs = own.levels.length * LOOK_MS
    over()
    const blob = new Blob(own.chunks, { type: type.mime.split(';')[0] ?? '' })
    if (!blob.size || !own.levels.length) return null
    const name = `voice.${type.ending}`
    return { attached: { kind: 'voice' as const, name, bytes: blob.size, wave: waveOf(own.levels), durationMs }, blob }
  }
  return { ms, level, full: ms !== null && ms >= VOICE_MAX_MS, start, discard: over, finish }
}
