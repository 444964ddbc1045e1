import type { Page } from '@playwright/test'
import { ROLES, type Role } from './roles.ts'

export interface MediaProof {
  /** The peer connection says so; says little, as it may go on saying so to an empty chair. */
  connected: boolean
  framesRise: boolean
  hue: boolean
  framesDiffer: boolean
  tone: boolean
  energyRises: boolean
  seen: { hue: number | null; hashes: number; peakHz: number; peakDb: number; frames: number[]; energy: number[] }
}

const WATCH_MS = 1_500
/** So many different pictures are no still. */
const MOVES = 5

/** Runs in the page: everything about the elements that show one participant, over a second and a half. */
async function watch({ id, ms, moves }: { id: string; ms: number; moves: number }) {
  const find = async () => (await globalThis.__telewardMedia?.())?.find((each) => each.id === id)
  const video = document.querySelector<HTMLVideoElement>(`video[data-participant="${id}"]`)
  const audio = document.querySelector<HTMLAudioElement>(`audio[data-participant="${id}"]`)
  const before = await find()
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 48
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  const hashes = new Set<number>()
  let rgb: [number, number, number] | null = null
  const look = () => {
    const hasPicture = (video?.srcObject as MediaStream | null)?.getVideoTracks().some((t) => t.readyState === 'live')
    if (!video || !paint || !hasPicture || video.videoWidth === 0) return
    paint.drawImage(video, 0, 0, 64, 48)
    const { data } = paint.getImageData(0, 0, 64, 48)
    let hash = 0
    for (let i = 0; i < data.length; i += 4) hash = (Math.imul(hash, 31) + (data[i] ?? 0)) | 0
    hashes.add(hash)
    const at = (12 * 64 + 32) * 4
    rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  }
  const sound = new AudioContext()
  const analyser = sound.createAnalyser()
  analyser.fftSize = 8192
  analyser.smoothingTimeConstant = 0
  const stream = audio?.srcObject as MediaStream | null | undefined
  if (stream && stream.getAudioTracks().length > 0) sound.createMediaStreamSource(stream).connect(analyser)
  const bins = new Float32Array(analyser.frequencyBinCount)
  let peak = { hz: 0, db: Number.NEGATIVE_INFINITY }
  const until = performance.now() + ms
  // Browsers that code video on two cores come to few frames: what moves is given longer to show it, and a still a little.
  const slow = () => hashes.size < moves && performance.now() < until + (hashes.size > 1 ? 9 : 1) * ms
  while (performance.now() < until || slow()) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    look()
    analyser.getFloatFrequencyData(bins)
    for (const [i, db] of bins.entries()) {
      if (db > peak.db) peak = { hz: (i * sound.sampleRate) / analyser.fftSize, db }
    }
  }
  await sound.close()
  return { before, after: await find(), rgb, hashes: hashes.size, peak }
}

export function hueOf([r, g, b]: readonly [number, number, number]): number | null {
  const max = Math.max(r, g, b)
  const delta = max - Math.min(r, g, b)
  // Grey and near-black have no hue: a switched-off camera must not pass by chance.
  if (delta < 40) return null
  const sector = max === r ? ((g - b) / delta + 6) % 6 : max === g ? (b - r) / delta + 2 : (r - g) / delta + 4
  return sector * 60
}

export function sameHue(hue: number | null, expected: number): boolean {
  if (hue === null) return false
  const apart = Math.abs(hue - expected)
  return Math.min(apart, 360 - apart) <= 18
}

/** What `page` sees and hears of the participant `id`, who has the camera and microphone of `other`. */
export async function mediaProof(page: Page, id: string, other: Role): Promise<MediaProof> {
  const { before, after, rgb, hashes, peak } = await page.evaluate(watch, { id, ms: WATCH_MS, moves: MOVES })
  const hue = rgb ? hueOf(rgb) : null
  const frames = [before?.framesDecoded ?? 0, after?.framesDecoded ?? 0] as const
  const energy = [before?.audioEnergy ?? 0, after?.audioEnergy ?? 0] as const
  return {
    connected: after?.connectionState === 'connected',
    framesRise: frames[1] > frames[0],
    hue: sameHue(hue, ROLES[other].hue),
    framesDiffer: hashes >= MOVES,
    tone: peak.db > -60 && Math.abs(peak.hz - ROLES[other].tone) <= 30,
    energyRises: energy[1] - energy[0] > 1e-4,
    seen: { hue, hashes, peakHz: peak.hz, peakDb: peak.db, frames: [...frames], energy: [...energy] },
  }
}

export function verdicts({ seen: _, ...rest }: MediaProof) {
  return rest
}

export const ALL_WELL = {
  connected: true,
  framesRise: true,
  hue: true,
  framesDiffer: true,
  tone: true,
  energyRises: true,
}
