import { useCallback, useEffect, useRef, useState } from 'react'
import { acquireMedia, type LocalMedia, type MediaProblem, stopMedia } from '../../media/local-media.ts'

export type DeviceWord = 'ok' | 'denied' | 'missing' | 'failed'
export interface Devices {
  state: 'asking' | 'ready' | 'denied'
  media: LocalMedia | null
  problems: MediaProblem[]
  camera: DeviceWord | null
  microphone: DeviceWord | null
  retry: () => void
}

const wordFor = (kind: 'audio' | 'video', media: LocalMedia | null): DeviceWord | null => {
  if (!media) return null
  if (media[kind]) return 'ok'
  const problem = media.problems.find((one) => one.kind === kind)
  if (!problem) return 'failed'
  return problem.reason === 'denied' ? 'denied' : problem.reason === 'busy' ? 'failed' : 'missing'
}

/** Camera and microphone for the check; released when the page goes on, so that no light stays on in the waiting room. */
export function useDevices(video: boolean): Devices {
  const [media, setMedia] = useState<LocalMedia | null>(null)
  const [round, setRound] = useState(0)
  const current = useRef<LocalMedia | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    let over = false
    setMedia(null)
    void acquireMedia({ audio: true, video }).then((got) => {
      if (over) return stopMedia(got)
      current.current = got
      setMedia(got)
    })
    return () => {
      over = true
      if (current.current) stopMedia(current.current)
      current.current = null
    }
  }, [video, round])

  const retry = useCallback(() => setRound((n) => n + 1), [])
  const problems = media?.problems ?? []
  // Both, where both are wanted: with one of them there is something to go on with.
  const denied = problems.filter(({ reason }) => reason === 'denied').length === (video ? 2 : 1)
  return {
    state: denied ? 'denied' : media ? 'ready' : 'asking',
    media,
    problems,
    camera: video ? wordFor('video', media) : null,
    microphone: wordFor('audio', media),
    retry,
  }
}

/** Loudness of a microphone, 0 to 1, ten times a second. */
export function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // -60 dB is silence, -10 dB a loud voice.
      setLevel(Math.max(0, Math.min(1, (10 * Math.log10(power + 1e-9) + 60) / 50)))
    }, 100)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [track])
  return level
}

export type NetworkWord = 'checking' | 'ok' | 'slow' | 'bad'
/** Three small round trips to the server: the middle one decides. */
export function useNetwork(round: number): NetworkWord {
  const [word, setWord] = useState<NetworkWord>('checking')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    let over = false
    setWord('checking')
    const measure = async () => {
      const times: number[] = []
      for (let at = 0; at < 3; at++) {
        const began = performance.now()
        const answer = await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store' })
        await answer.text()
        times.push(performance.now() - began)
      }
      const middle = times.sort((a, b) => a - b)[1] ?? 0
      return middle < 250 ? 'ok' : middle < 900 ? 'slow' : 'bad'
    }
    measure().then(
      (result) => !over && setWord(result),
      () => !over && setWord('bad'),
    )
    return () => {
      over = true
    }
  }, [round])
  return word
}
