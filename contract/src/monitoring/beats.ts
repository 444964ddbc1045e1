/**
 * Where the ventricles contract in an ECG, in seconds from its beginning: the method of Pan and Tompkins, IEEE Trans Biomed Eng
 * 1985;32:230-6 (band of 5 to 15 Hz, slope, square, a window of 150 ms, thresholds that follow signal and noise, and a second
 * look where a beat seems to be missing). Between samples the peak is where a parabola has it.
 */
export function beatsOf(samples: Float32Array, rate: number): number[] {
  const band = bandPassed(samples, rate)
  const energy = slopeEnergy(band, rate)
  const rises = peaksOf(energy, Math.round(0.2 * rate))
  return chosen(energy, rises, rate).map((at) => refined(band, at, rate) / rate)
}

type Wave = Float64Array<ArrayBuffer>
/** Second-order Butterworth sections, run there and back, so that nothing is delayed. What was not recorded is silence. */
function bandPassed(samples: Float32Array, rate: number): Wave {
  const wave = Float64Array.from(samples, (value) => (Number.isFinite(value) ? value : 0))
  const level = wave.reduce((sum, value) => sum + value, 0) / (wave.length || 1)
  for (let at = 0; at < wave.length; at += 1) wave[at] = (wave[at] as number) - level
  for (const back of [false, true]) {
    section(wave, rate, 5, true, back)
    section(wave, rate, Math.min(15, rate / 2.5), false, back)
  }
  return wave
}
function section(wave: Wave, rate: number, cut: number, high: boolean, back: boolean): void {
  const k = Math.tan((Math.PI * cut) / rate)
  const norm = 1 / (1 + Math.SQRT2 * k + k * k)
  const b0 = high ? norm : k * k * norm
  const b1 = high ? -2 * b0 : 2 * b0
  const [a1, a2] = [2 * (k * k - 1) * norm, (1 - Math.SQRT2 * k + k * k) * norm]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let step = 0; step < wave.length; step += 1) {
    const at = back ? wave.length - 1 - step : step
    const x = wave[at] as number
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    wave[at] = y
  }
}

/** The square of the slope, over 150 ms around each sample. */
function slopeEnergy(band: Wave, rate: number): Wave {
  const half = Math.max(1, Math.round(0.075 * rate))
  const sums = new Float64Array(band.length + 1)
  for (let at = 0; at < band.length; at += 1) {
    const slope = ((band[at + 1] ?? 0) - (band[at - 1] ?? 0)) * rate
    sums[at + 1] = (sums[at] as number) + slope * slope
  }
  return Float64Array.from(band, (_, at) => {
    const [from, to] = [Math.max(0, at - half), Math.min(band.length, at + half + 1)]
    return ((sums[to] as number) - (sums[from] as number)) / (to - from)
  })
}

/** The highest sample of each stretch of `apart` to both sides: two beats are never closer. */
function peaksOf(energy: Wave, apart: number): number[] {
  const found: number[] = []
  for (let at = 1; at < energy.length - 1; at += 1) {
    const value = energy[at] as number
    if (value <= 0 || value < (energy[at - 1] as number) || value <= (energy[at + 1] as number)) continue
    const last = found.at(-1)
    if (last === undefined || at - last >= apart) found.push(at)
    else if (value > (energy[last] as number)) found[found.length - 1] = at
  }
  return found
}

function chosen(energy: Wave, peaks: readonly number[], rate: number): number[] {
  const height = (at: number) => energy[at] as number
  // What is usual at the beginning: the median of the highest of each of the first seconds, for one spike is no beat.
  const first = Array.from({ length: 8 }, (_, second) =>
    Math.max(0, ...peaks.filter((at) => at >= second * rate && at < (second + 1) * rate).map(height)),
  ).filter((value) => value > 0)
  let signal = first.toSorted((a, b) => a - b)[first.length >> 1] ?? 0
  let noise = 0
  const beats: number[] = []
  let between: number[] = []
  for (const at of peaks) {
    const threshold = noise + 0.25 * (signal - noise)
    if (height(at) < threshold) {
      noise += 0.125 * (height(at) - noise)
      between.push(at)
      continue
    }
    const last = beats.at(-1)
    if (last !== undefined && at - last > 1.66 * usual(beats)) {
      const missed = between.filter((one) => height(one) >= threshold / 2).sort((a, b) => height(b) - height(a))[0]
      if (missed !== undefined) beats.push(missed)
    }
    beats.push(at)
    between = []
    // A spike of many times the height would make every later beat noise.
    signal += 0.125 * (Math.min(height(at), 4 * signal) - signal)
  }
  return beats
}
/** The mean of the last eight intervals, in samples. */
function usual(beats: readonly number[]): number {
  const some = beats.slice(-9)
  return some.length < 2 ? Number.POSITIVE_INFINITY : ((some.at(-1) ?? 0) - (some[0] ?? 0)) / (some.length - 1)
}

/** The summit of the wave near a rise of energy. */
function refined(band: Wave, at: number, rate: number): number {
  const reach = Math.round(0.1 * rate)
  let top = at
  for (let one = Math.max(1, at - reach); one <= Math.min(band.length - 2, at + reach); one += 1)
    if (Math.abs(band[one] as number) > Math.abs(band[top] as number)) top = one
  const [a, b, c] = [band[top - 1] ?? 0, band[top] ?? 0, band[top + 1] ?? 0]
  const bend = a - 2 * b + c
  return bend === 0 ? top : top + Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend)))
}
