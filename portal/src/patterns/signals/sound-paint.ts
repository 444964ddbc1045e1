import type { Spectrogram } from '../../signals/spectrum.ts'

function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d')
}

/** Lowest to highest of each column, scaled so that the loudest reaches the edge. */
export function paintWave(canvas: HTMLCanvasElement, wave: Float32Array, height: number): void {
  const columns = wave.length / 2
  const paint = sized(canvas, columns, height)
  if (!paint) return
  const loudest = wave.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 1e-6)
  paint.fillStyle = '#7fd6c2'
  for (let at = 0; at < columns; at += 1) {
    const [low, high] = [wave[at * 2] as number, wave[at * 2 + 1] as number]
    const top = (0.5 - high / loudest / 2) * (height - 4) + 2
    paint.fillRect(at, top, 1, Math.max(1, ((high - low) / loudest / 2) * (height - 4)))
  }
}

/** Dark to bright through green and yellow: each step is brighter than the one before, also to who sees no colours. */
const STOPS = [
  [0, 16, 20, 32],
  [0.35, 25, 75, 110],
  [0.6, 36, 150, 120],
  [0.82, 180, 210, 70],
  [1, 255, 252, 220],
] as const
const TABLE = Array.from({ length: 256 }, (_, level) => {
  const at = level / 255
  const next = Math.max(
    1,
    STOPS.findIndex(([stop]) => stop >= at),
  )
  const [a, b] = [STOPS[next - 1] as (typeof STOPS)[number], STOPS[next] as (typeof STOPS)[number]]
  const part = (at - a[0]) / (b[0] - a[0])
  return [1, 2, 3].map((channel) => (a[channel] as number) + ((b[channel] as number) - (a[channel] as number)) * part)
})

/** Time from left to right, up to `top` Hz from bottom to top. */
export function paintSpectrum(canvas: HTMLCanvasElement, spectrum: Spectrogram, top: number): void {
  const rows = Math.max(1, Math.min(spectrum.rows, Math.round((spectrum.rows * top) / spectrum.top)))
  const paint = sized(canvas, spectrum.columns, rows)
  if (!paint) return
  const image = paint.createImageData(spectrum.columns, rows)
  for (let column = 0; column < spectrum.columns; column += 1)
    for (let row = 0; row < rows; row += 1) {
      const [r, g, b] = TABLE[spectrum.levels[column * spectrum.rows + row] as number] as number[]
      image.data.set([r as number, g as number, b as number, 255], ((rows - 1 - row) * spectrum.columns + column) * 4)
    }
  paint.putImageData(image, 0, 0)
}
