/** In place, of a power of two (Cooley and Tukey). */
export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length
  for (let at = 1, to = 0; at < n; at += 1) {
    let bit = n >> 1
    for (; to & bit; bit >>= 1) to ^= bit
    to ^= bit
    if (at < to) {
      const [a, b] = [re[at] as number, im[at] as number]
      re[at] = re[to] as number
      im[at] = im[to] as number
      re[to] = a
      im[to] = b
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1
    const turn = (-2 * Math.PI) / size
    for (let from = 0; from < n; from += size)
      for (let k = 0; k < half; k += 1) {
        const [c, s] = [Math.cos(turn * k), Math.sin(turn * k)]
        const [at, other] = [from + k, from + k + half]
        const [x, y] = [re[other] as number, im[other] as number]
        const [a, b] = [x * c - y * s, x * s + y * c]
        re[other] = (re[at] as number) - a
        im[other] = (im[at] as number) - b
        re[at] = (re[at] as number) + a
        im[at] = (im[at] as number) + b
      }
  }
}

export interface Spectrogram {
  columns: number
  rows: number
  /** Frequency of the topmost row. */
  top: number
  /** Level in dB below the loudest, as 0 (`floor` or less) to 255; column by column, lowest frequency first. */
  levels: Uint8ClampedArray<ArrayBuffer>
  floor: number
}
const FLOOR_DB = 70

/**
 * Short-time spectrum with a Hann window. Heart and lung sounds lie below 1,000 Hz (valves) and 2,000 Hz (wheezes): what is
 * above is not asked for. `columns` at most.
 */
export function spectrogram(samples: Float32Array, rate: number, top: number, columns: number): Spectrogram {
  const highest = Math.min(top, rate / 2)
  // 64 ms: two tones 16 Hz apart are told apart, two clicks 30 ms apart as well.
  const size = 2 ** Math.max(5, Math.round(Math.log2(rate * 0.064)))
  const rows = Math.max(1, Math.min(size / 2, Math.floor((highest * size) / rate)))
  const many = Math.max(1, Math.min(columns, Math.floor(samples.length / (size / 8))))
  const step = samples.length / many
  const window = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size))
  const powers = new Float32Array(many * rows)
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  let loudest = 1e-20
  for (let column = 0; column < many; column += 1) {
    const from = Math.round((column + 0.5) * step - size / 2)
    for (let at = 0; at < size; at += 1) re[at] = (samples[from + at] ?? 0) * (window[at] as number)
    im.fill(0)
    fft(re, im)
    for (let row = 0; row < rows; row += 1) {
      const power = (re[row + 1] as number) ** 2 + (im[row + 1] as number) ** 2
      powers[column * rows + row] = power
      if (power > loudest) loudest = power
    }
  }
  const levels = new Uint8ClampedArray(many * rows)
  for (let at = 0; at < levels.length; at += 1) {
    const db = 10 * Math.log10((powers[at] as number) / loudest + 1e-20)
    levels[at] = ((db + FLOOR_DB) / FLOOR_DB) * 255
  }
  return { columns: many, rows, top: (rows * rate) / size, levels, floor: -FLOOR_DB }
}

/** Lowest and highest value of each of so many columns: what a wave looks like from afar. */
export function peaks(
  samples: Float32Array,
  columns: number,
  from = 0,
  to = samples.length,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(columns * 2)
  const step = (to - from) / columns
  for (let column = 0; column < columns; column += 1) {
    const [first, last] = [
      Math.floor(from + column * step),
      Math.max(Math.floor(from + (column + 1) * step), Math.floor(from + column * step) + 1),
    ]
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let at = first; at < Math.min(last, samples.length); at += 1) {
      const value = samples[at] as number
      if (value < low) low = value
      if (value > high) high = value
    }
    out[column * 2] = low === Number.POSITIVE_INFINITY ? Number.NaN : low
    out[column * 2 + 1] = high === Number.NEGATIVE_INFINITY ? Number.NaN : high
  }
  return out
}
