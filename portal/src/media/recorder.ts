import { ChunkUpload, type Upload } from './chunk-upload.ts'
import { canvasOutput, type FrameSource, frameSource } from './frames.ts'
import { FACES_MAX, fitPicture, recorderLayout, type Tile } from './recorder-layout.ts'
import { audioMix } from './recorder-mix.ts'
import type { RoomConnection } from './types.ts'

const WIDTH = 640
const HEIGHT = 360
const FPS = 15
const CHUNK_MS = 1_000
const FLUSH_MS = 30_000
const MIME = 'video/webm;codecs=vp8,opus'

export interface RecorderSource {
  id: string
  name: string
  videoTrack: MediaStreamTrack | null
  audioTrack: MediaStreamTrack | null
}

/** `gap`: the server lost what it had confirmed; `stopped`: the browser's encoder gave up. A new segment is needed. */
export type RecorderProblem = 'gap' | 'stopped'

export interface RecorderOptions {
  recordingId: string
  /** The others first, oneself last; the first sixteen are shown. */
  sources: readonly RecorderSource[]
  /** Answers with the server's offset, also when it refuses (409) because that is not the one it was given. */
  upload: Upload
  /** The recorder has stopped by itself; what it has is still sent. */
  onProblem?(problem: RecorderProblem): void
}

export interface Recorder {
  readonly recordingId: string
  readonly recording: boolean
  progress(): { bytes: number; uploaded: number }
  setSources(sources: readonly RecorderSource[]): void
  /** Ends the file and waits until all of it is with the server, at most `withinMs`. */
  stop(withinMs?: number): Promise<{ bytes: number; uploaded: number; complete: boolean }>
}

export function recorderSupported(): boolean {
  return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(MIME)
}

/** Everybody in the room, in the order the recorder wants them. */
export function roomSources(room: RoomConnection): RecorderSource[] {
  return [...room.participants, room.self].map(({ id, name, videoTrack, audioTrack }) => ({
    id,
    name,
    videoTrack,
    audioTrack,
  }))
}

class Stage {
  readonly canvas = document.createElement('canvas')
  private readonly paint: CanvasRenderingContext2D
  private readonly frames = new Map<MediaStreamTrack, FrameSource>()
  private sources: readonly RecorderSource[] = []

  constructor() {
    this.canvas.width = WIDTH
    this.canvas.height = HEIGHT
    const paint = this.canvas.getContext('2d', { alpha: false })
    if (!paint) throw new Error('no canvas to record on')
    this.paint = paint
  }

  set(sources: readonly RecorderSource[]) {
    this.sources = sources.slice(0, FACES_MAX)
    const wanted = new Set(this.sources.flatMap(({ videoTrack }) => videoTrack ?? []))
    for (const [track, source] of this.frames) {
      if (wanted.has(track)) continue
      source.close()
      this.frames.delete(track)
    }
    for (const track of wanted) {
      if (track.readyState === 'live' && !this.frames.has(track)) this.frames.set(track, frameSource(track))
    }
  }

  draw() {
    this.paint.fillStyle = '#16191f'
    this.paint.fillRect(0, 0, WIDTH, HEIGHT)
    const tiles = recorderLayout(this.sources.length, WIDTH, HEIGHT)
    for (const [i, source] of this.sources.entries()) {
      const tile = tiles[i]
      if (tile) this.drawTile(tile, source)
    }
  }

  close() {
    for (const source of this.frames.values()) source.close()
    this.frames.clear()
  }

  private drawTile(tile: Tile, source: RecorderSource) {
    const picture = source.videoTrack ? this.frames.get(source.videoTrack)?.latest() : null
    if (!picture) {
      this.drawName(tile, source.name)
      return
    }
    const { from, to } = fitPicture(tile, picture.width, picture.height)
    this.paint.drawImage(picture.image, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height)
  }

  private drawName(tile: Tile, name: string) {
    this.paint.fillStyle = '#2a2f38'
    this.paint.fillRect(tile.x, tile.y, tile.width, tile.height)
    this.paint.fillStyle = '#d5dae3'
    this.paint.font = `${Math.round(tile.height / 9)}px sans-serif`
    this.paint.textAlign = 'center'
    this.paint.textBaseline = 'middle'
    this.paint.fillText(name, tile.x + tile.width / 2, tile.y + tile.height / 2, tile.width * 0.9)
  }
}

/** Calls `act` at the pace of the pictures, also in the background. */
function pace(act: () => void): { stop(): void } {
  let spare: ReturnType<typeof setInterval> | undefined
  const ticker = new Worker(new URL('./tick.worker.ts', import.meta.url), { type: 'module' })
  ticker.onmessage = act
  ticker.onerror = () => {
    // Without its worker a recording is good while the page is in front, which is better than none.
    spare ??= setInterval(act, 1000 / FPS)
  }
  ticker.postMessage(1000 / FPS)
  return {
    stop() {
      ticker.terminate()
      clearInterval(spare)
    },
  }
}

/** The room as one stream of picture and sound. */
async function composite() {
  const mix = await audioMix()
  const stage = new Stage()
  const output = canvasOutput(stage.canvas, FPS)
  const pacer = pace(() => {
    stage.draw()
    output.push()
  })
  return {
    stream: new MediaStream([output.track, mix.track]),
    set(sources: readonly RecorderSource[]) {
      stage.set(sources)
      mix.set(sources.flatMap(({ audioTrack }) => audioTrack ?? []))
    },
    async close() {
      pacer.stop()
      stage.close()
      output.close()
      await mix.close()
    },
  }
}

/** Records the room in this browser and sends the file while it grows. One recorder writes one segment. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const room = await composite()
  room.set(options.sources)
  const settings: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
    mimeType: MIME,
    videoBitsPerSecond: 600_000,
    audioBitsPerSecond: 48_000,
    // Seeking lands on key frames, and a file cut in the middle is good up to the last one.
    videoKeyFrameIntervalDuration: 2_000,
  }
  let recorder: MediaRecorder
  try {
    recorder = new MediaRecorder(room.stream, settings)
    recorder.start(CHUNK_MS)
  } catch (error) {
    await room.close()
    throw error
  }
  let reading: Promise<void> = Promise.resolve()
  let stopping: ReturnType<Recorder['stop']> | null = null
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve()
  })
  const upload = new ChunkUpload({
    recordingId: options.recordingId,
    upload: options.upload,
    onGap: () => fail('gap'),
  })
  recorder.ondataavailable = ({ data }) => {
    reading = reading.then(async () => upload.push(new Uint8Array(await data.arrayBuffer())))
  }

  const stop = async (withinMs: number) => {
    if (recorder.state !== 'inactive') recorder.stop()
    await stopped
    await reading
    await room.close()
    const complete = await upload.flush(withinMs)
    return { bytes: upload.bytes, uploaded: upload.uploaded, complete }
  }
  const fail = (problem: RecorderProblem) => {
    if (stopping) return
    stopping = stop(FLUSH_MS)
    options.onProblem?.(problem)
  }
  void stopped.then(() => fail('stopped'))

  return {
    recordingId: options.recordingId,
    get recording() {
      return recorder.state === 'recording'
    },
    progress: () => ({ bytes: upload.bytes, uploaded: upload.uploaded }),
    setSources(sources) {
      if (!stopping) room.set(sources)
    },
    stop(withinMs = FLUSH_MS) {
      stopping ??= stop(withinMs)
      return stopping
    },
  }
}
