import { writeFileSync } from 'node:fs'

/** A drawn person before a wall, as a camera file: for pictures of the product in which nobody real appears. */
const WIDTH = 640
const HEIGHT = 480
const FRAMES = 12
/** How far from the camera: a phone shows only the middle of the picture. */
const AWAY = 1.5

type Rgb = readonly [number, number, number]
export interface Sitter {
  wall: Rgb
  hair: Rgb
  skin: Rgb
  clothes: Rgb
  /** A white coat's lapels over the clothes. */
  coat?: boolean
  long?: boolean
}

const mixed = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
/** 1 inside an ellipse, 0 outside, a soft edge between. */
const oval = (x: number, y: number, cx: number, cy: number, rx: number, ry: number, soft = 0.04) =>
  Math.min(1, Math.max(0, (1 - Math.hypot((x - cx) / rx, (y - cy) / ry)) / soft + 0.5))

/** The colour at a point; x and y are in heights of the picture, from its middle. `breath` moves the shoulders. */
function colourAt(x: number, y: number, who: Sitter, breath: number): Rgb {
  const { wall, hair, skin, clothes, coat, long } = who
  let colour = mixed(wall, [255, 255, 255], 0.25 * oval(x, y, -0.35, -0.4, 0.7, 0.7, 1))
  // A window's light and the edge of a shelf.
  if (x > 0.38 && x < 0.62 && y < -0.08) colour = mixed(colour, [255, 255, 255], y < -0.1 ? 0.3 : 0.1)
  if (x < -0.4 && Math.abs(y + 0.1) < 0.012) colour = mixed(colour, [70, 60, 50], 0.35)
  const over = (next: Rgb, share: number) => {
    colour = mixed(colour, next, share)
  }
  if (long) over(hair, oval(x, y, 0, -0.02, 0.215, 0.3))
  over(coat ? [240, 243, 242] : clothes, oval(x, y, 0, 0.72 + breath, 0.4, 0.52))
  if (coat) {
    const depth = y - 0.24
    if (depth > 0 && Math.abs(x) < 0.11 - depth * 0.28) over(clothes, oval(x, y, 0, 0.72 + breath, 0.4, 0.52))
    if (Math.abs(Math.abs(x) - (0.115 - depth * 0.28)) < 0.006 && depth > 0.01) over([205, 214, 211], 1)
  }
  over(mixed(skin, [120, 70, 50], 0.2), oval(x, y, 0, 0.2, 0.075, 0.11))
  over(hair, oval(x, y, 0, -0.13, 0.185, 0.215))
  over(skin, oval(x, y, 0, -0.06, 0.15, 0.195))
  over(hair, oval(x, y, -0.02, -0.235, 0.165, 0.085))
  for (const side of [-1, 1]) {
    over([60, 44, 38], oval(x, y, side * 0.058, -0.065, 0.014, 0.012, 0.3))
    over(mixed(hair, skin, 0.25), oval(x, y, side * 0.058, -0.1, 0.032, 0.007, 0.5))
  }
  over(mixed(skin, [140, 80, 60], 0.35), oval(x, y, 0, -0.012, 0.014, 0.02, 0.8))
  over([178, 92, 84], oval(x, y, 0, 0.052, 0.04, 0.011, 0.5))
  return colour
}

export function portraitFile(path: string, who: Sitter): string {
  const parts = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F6:1 Ip A1:1 C420jpeg\n`)]
  for (let frame = 0; frame < FRAMES; frame++) {
    const breath = 0.004 * Math.sin((frame / FRAMES) * 2 * Math.PI)
    const luma = Buffer.alloc(WIDTH * HEIGHT)
    const chroma = [Buffer.alloc((WIDTH * HEIGHT) / 4), Buffer.alloc((WIDTH * HEIGHT) / 4)] as const
    for (let row = 0; row < HEIGHT; row++)
      for (let column = 0; column < WIDTH; column++) {
        const [r, g, b] = colourAt(
          ((column - WIDTH / 2) / HEIGHT) * AWAY,
          ((row - HEIGHT / 2) / HEIGHT) * AWAY - 0.1,
          who,
          breath,
        )
        luma[row * WIDTH + column] = 0.299 * r + 0.587 * g + 0.114 * b
        if (row % 2 || column % 2) continue
        const at = (row / 2) * (WIDTH / 2) + column / 2
        chroma[0][at] = 128 - 0.169 * r - 0.331 * g + 0.5 * b
        chroma[1][at] = 128 + 0.5 * r - 0.419 * g - 0.081 * b
      }
    parts.push(Buffer.from('FRAME\n'), luma, ...chroma)
  }
  writeFileSync(path, Buffer.concat(parts))
  return path
}

export const DOCTOR: Sitter = {
  wall: [196, 212, 208],
  hair: [42, 32, 30],
  skin: [236, 200, 176],
  clothes: [58, 118, 128],
  coat: true,
  long: true,
}
export const PATIENT: Sitter = {
  wall: [222, 208, 188],
  hair: [96, 90, 88],
  skin: [226, 186, 158],
  clothes: [112, 92, 132],
}
