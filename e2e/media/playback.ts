import type { Page } from '@playwright/test'

export interface Playback {
  duration: number
  /** Where the player was after having been sent to each place. */
  landed: number[]
  large: [number, number, number]
  small: [number, number, number]
  /** Level of each asked-for tone against the whole sound, 0 to 1. */
  tones: number[]
}

/** Plays a recording in the browser: what a person would see and hear of it, in figures. Places are seconds; a negative one counts from the end. */
export async function playback(page: Page, url: string, seekTo: number[], tones: number[]): Promise<Playback> {
  return page.evaluate(
    async ({ url, seekTo, tones }) => {
      const blob = await (await fetch(url)).blob()
      const video = document.createElement('video')
      video.muted = true
      video.src = URL.createObjectURL(blob)
      const once = (event: string) =>
        new Promise<void>((resolve, reject) => {
          video.addEventListener(event, () => resolve(), { once: true })
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
        })
      await once('loadeddata')
      const { duration } = video
      const canvas = document.createElement('canvas')
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      const paint = canvas.getContext('2d')
      if (!paint) throw new Error('no canvas')
      const landed: number[] = []
      for (const time of seekTo) {
        const seeked = once('seeked')
        video.currentTime = time < 0 ? Math.max(0, duration + time) : time
        await seeked
        landed.push(video.currentTime)
      }
      paint.drawImage(video, 0, 0)
      const at = (x: number, y: number) => {
        const [r = 0, g = 0, b = 0] = paint.getImageData(x * canvas.width, y * canvas.height, 1, 1).data
        return [r, g, b] as [number, number, number]
      }
      const context = new AudioContext()
      const sound = await context.decodeAudioData(await blob.arrayBuffer())
      await context.close()
      const samples = sound.getChannelData(0)
      let power = 0
      for (const sample of samples) power += sample * sample
      // Goertzel over windows of 0.1 s; the loudest window counts, as the tones come in beats.
      const size = Math.floor(sound.sampleRate / 10)
      const level = (hertz: number) => {
        const k = 2 * Math.cos((2 * Math.PI * hertz) / sound.sampleRate)
        let best = 0
        for (let start = 0; start + size <= samples.length; start += size) {
          let [s1, s2, all] = [0, 0, 1e-9]
          for (let i = start; i < start + size; i++) {
            const sample = samples[i] ?? 0
            all += sample * sample
            ;[s1, s2] = [sample + k * s1 - s2, s1]
          }
          if (all < power / (samples.length / size) / 10) continue
          best = Math.max(best, (2 * (s1 * s1 + s2 * s2 - k * s1 * s2)) / (size * all))
        }
        return best
      }
      return { duration, landed, large: at(0.5, 0.2), small: at(0.87, 0.79), tones: tones.map(level) }
    },
    { url, seekTo, tones },
  )
}
