import type { NotificationKind } from '@teleward/contract/notifications/rules.ts'

/** What must not be missed sounds otherwise: three falling tones, not two rising ones. */
const URGENT: readonly NotificationKind[] = ['alert', 'call']
const TONE_S = 0.16
let context: AudioContext | null = null

/**
 * Of several tabs one sounds: whoever is first has the lock while it lasts, and the others find it taken; so does what has the
 * same `id` and comes within `everyMs`. Before the first touch of a page browsers keep it silent.
 */
export function chime(kind: NotificationKind, id: string, everyMs = 1000): void {
  if (navigator.userActivation?.hasBeenActive === false) return
  const sound = async () => {
    context ??= new AudioContext()
    if (context.state !== 'running') await context.resume()
    play(context, URGENT.includes(kind) ? [880, 740, 622] : [660, 880])
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  const done = navigator.locks
    ? navigator.locks.request(`teleward-chime-${id}`, { ifAvailable: true }, (lock) => (lock ? sound() : undefined))
    : sound()
  void Promise.resolve(done).catch(reportError)
}

function play(audio: AudioContext, tones: readonly number[]): void {
  const gain = audio.createGain()
  gain.gain.value = 0.12
  gain.connect(audio.destination)
  for (const [place, frequency] of tones.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + place * TONE_S)
    tone.stop(audio.currentTime + (place + 1) * TONE_S)
  }
}
