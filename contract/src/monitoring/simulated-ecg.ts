/** One wave of a beat: when after its beginning (a share of the distance of beats), how wide, how high in µV. */
interface Bump {
  at: number
  width: number
  height: number
}
/** P, Q, R, S, T of lead II as a textbook draws them. */
const BUMPS: readonly Bump[] = [
  { at: 0.18, width: 0.022, height: 130 },
  { at: 0.283, width: 0.008, height: -90 },
  { at: 0.3, width: 0.009, height: 1050 },
  { at: 0.318, width: 0.009, height: -210 },
  { at: 0.52, width: 0.045, height: 260 },
]
/** Widths hold for a beat of a second: a quick heart has the same ventricles. */
const REST_SECONDS = 1

/**
 * Lead II of a heart at that rate in µV, from `from` seconds on: a drawing for demonstrations, of nobody. The distances of beats
 * swing with the breath, so that it is no metronome.
 */
export function simulatedEcg(
  bpm: number,
  { rate, seconds, from = 0 }: { rate: number; seconds: number; from?: number },
): number[] {
  const gap = 60 / bpm
  return Array.from({ length: Math.round(rate * seconds) }, (_, nth) => {
    const second = from + nth / rate
    const breath = 0.012 * Math.sin((2 * Math.PI * second) / 4)
    const phase = (((second / gap + breath) % 1) + 1) % 1
    const wide = Math.min(1, gap / REST_SECONDS)
    let value = 18 * Math.sin(second * 1.3)
    for (const { at, width, height } of BUMPS) {
      const apart = ((phase - at) * gap) / (wide * REST_SECONDS)
      value += height * Math.exp(-(apart * apart) / (2 * width * width))
    }
    return Math.round(value)
  })
}
