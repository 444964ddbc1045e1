import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLES, type Role } from './roles.ts'

const WIDTH = 320
const HEIGHT = 240
const FPS = 15
const FRAMES = 32
const SAMPLE_RATE = 48_000

function yuv([r, g, b]: readonly [number, number, number]): [number, number, number] {
  return [
    Math.round(16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255),
    Math.round(128 + (-37.797 * r - 74.203 * g + 112 * b) / 255),
    Math.round(128 + (112 * r - 93.786 * g - 18.214 * b) / 255),
  ]
}

/** A solid colour above; below, a white bar on its way from left to right, so that no two frames are the same. */
export function cameraFile(rgb: readonly [number, number, number]): Buffer {
  const [y, u, v] = yuv(rgb)
  const parts = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FPS}:1 Ip A1:1 C420jpeg\n`)]
  const barTop = Math.floor(HEIGHT * 0.7)
  const barWidth = Math.floor(WIDTH / FRAMES) * 2
  for (let frame = 0; frame < FRAMES; frame++) {
    const luma = Buffer.alloc(WIDTH * HEIGHT, y)
    const left = Math.floor((frame * (WIDTH - barWidth)) / (FRAMES - 1))
    for (let row = barTop; row < HEIGHT; row++) luma.fill(235, row * WIDTH + left, row * WIDTH + left + barWidth)
    const quarter = (WIDTH * HEIGHT) / 4
    parts.push(Buffer.from('FRAME\n'), luma, Buffer.alloc(quarter, u), Buffer.alloc(quarter, v))
  }
  return Buffer.concat(parts)
}

/** A tone in short beats: a steady one is what the browser's noise suppression is made to remove. */
export function microphoneFile(hertz: number, seconds = 4): Buffer {
  const samples = SAMPLE_RATE * seconds
  const data = Buffer.alloc(44 + samples * 2)
  data.write('RIFF', 0)
  data.writeUInt32LE(36 + samples * 2, 4)
  data.write('WAVEfmt ', 8)
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(1, 22)
  data.writeUInt32LE(SAMPLE_RATE, 24)
  data.writeUInt32LE(SAMPLE_RATE * 2, 28)
  data.writeUInt16LE(2, 32)
  data.writeUInt16LE(16, 34)
  data.write('data', 36)
  data.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i++) {
    const beat = (i / SAMPLE_RATE) % 0.25
    const loud = beat < 0.2 ? Math.min(1, beat / 0.01, (0.2 - beat) / 0.01) : 0
    const value = Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE) * loud * 0.5
    data.writeInt16LE(Math.round(value * 32_767), 44 + i * 2)
  }
  return data
}

function cached(name: string, make: () => Buffer): string {
  const folder = join(tmpdir(), 'teleward-media-cache')
  const path = join(folder, name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, make())
  renameSync(unfinished, path)
  return path
}

export function fakeDevices(role: Role) {
  const { rgb, tone } = ROLES[role]
  return {
    camera: cached(`${rgb.join('-')}-v1.y4m`, () => cameraFile(rgb)),
    microphone: cached(`${tone}-v1.wav`, () => microphoneFile(tone)),
  }
}
