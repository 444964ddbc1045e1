import { createStore } from '../lib/store.ts'

/**
 * A ringtone made by the page itself: two tones, 1 s on, 2 s off, as telephones in Taiwan ring. Browsers let a page
 * sound only after the person has touched it; until then `blocked` says so, and the next touch starts it.
 */
export interface Ringtone {
  start(): void
  stop(): void
  /** Plays one ring, to try the speaker. */
  once(): Promise<void>
  readonly blocked: boolean
  subscribe(listener: () => void): () => void
}

const PERIOD_MS = 3000
const RING_S = 1

/** Opened by a touch and kept: a later ring needs no touch of its own, which Safari would ask for, and sounds behind another tab. */
let kept: AudioContext | null = null
/** Inside a touch. */
export async function prepareSound(): Promise<void> {
  kept ??= new AudioContext()
  if (kept.state !== 'running') await kept.resume()
}
export const soundReady = (): boolean => kept?.state === 'running'

export function createRingtone(): Ringtone {
  let context: AudioContext | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  const blocked = createStore(false)

  function ring(audio: AudioContext): void {
    const gain = audio.createGain()
    const at = audio.currentTime
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(0.18, at + 0.03)
    gain.gain.setValueAtTime(0.18, at + RING_S - 0.05)
    gain.gain.linearRampToValueAtTime(0, at + RING_S)
    gain.connect(audio.destination)
    for (const frequency of [440, 480]) {
      const tone = audio.createOscillator()
      tone.frequency.value = frequency
      tone.connect(gain)
      tone.start(at)
      tone.stop(at + RING_S)
    }
  }
  async function opened(): Promise<AudioContext> {
    context ??= kept ?? new AudioContext()
    // A resume that the browser does not allow neither fails nor settles; waiting for it would wait for ever.
    if (context.state !== 'running') await Promise.race([context.resume(), new Promise((go) => setTimeout(go, 200))])
    return context
  }
  async function beat(): Promise<void> {
    const audio = await opened()
    blocked.set(audio.state !== 'running')
    if (audio.state === 'running' && timer) ring(audio)
  }
  const touched = () => {
    if (timer && blocked.get()) void beat()
  }

  return {
    start() {
      if (timer) return
      timer = setInterval(() => void beat(), PERIOD_MS)
      for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, touched, true)
      void beat()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, touched, true)
      if (context !== kept) void context?.close()
      context = null
      blocked.set(false)
    },
    async once() {
      const audio = await opened()
      ring(audio)
      await new Promise((done) => setTimeout(done, RING_S * 1000))
      if (!timer) {
        if (audio !== kept) await audio.close()
        if (context === audio) context = null
      }
    },
    get blocked() {
      return blocked.get()
    },
    subscribe: blocked.subscribe,
  }
}
