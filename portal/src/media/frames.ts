/**
 * Pictures in and out of a canvas without the page being painted. A page in the background is not painted: nothing
 * calls requestAnimationFrame and a <video> shows stale pictures, while Chromium's insertable streams go on. Where they
 * are missing (Safari, Firefox) the painted way is all there is.
 */
interface TrackProcessor {
  readable: ReadableStream<VideoFrame>
}
interface TrackGenerator extends MediaStreamTrack {
  writable: WritableStream<VideoFrame>
}
interface InsertableStreams {
  MediaStreamTrackProcessor?: new (init: { track: MediaStreamTrack; maxBufferSize?: number }) => TrackProcessor
  MediaStreamTrackGenerator?: new (init: { kind: 'video' }) => TrackGenerator
}
const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = globalThis as InsertableStreams

export interface Picture {
  image: CanvasImageSource
  width: number
  height: number
}

export interface FrameSource {
  latest(): Picture | null
  close(): void
}

export function frameSource(track: MediaStreamTrack): FrameSource {
  return MediaStreamTrackProcessor ? processed(track, MediaStreamTrackProcessor) : painted(track)
}

function processed(
  track: MediaStreamTrack,
  Processor: NonNullable<InsertableStreams['MediaStreamTrackProcessor']>,
): FrameSource {
  const reader = new Processor({ track, maxBufferSize: 1 }).readable.getReader()
  let frame: VideoFrame | null = null
  let open = true
  const pump = async () => {
    while (open) {
      const { value, done } = await reader.read()
      if (done) break
      frame?.close()
      frame = open ? value : null
      if (!open) value.close()
    }
  }
  // A track that ends errors the reader; the last picture stays until the source is closed.
  pump().catch(() => undefined)
  return {
    latest: () => frame && { image: frame, width: frame.displayWidth, height: frame.displayHeight },
    close() {
      open = false
      frame?.close()
      frame = null
      reader.cancel().catch(() => undefined)
    },
  }
}

function painted(track: MediaStreamTrack): FrameSource {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream([track])
  video.play().catch(() => undefined)
  return {
    latest: () => (video.videoWidth > 0 ? { image: video, width: video.videoWidth, height: video.videoHeight } : null),
    close() {
      video.srcObject = null
    },
  }
}

export interface CanvasOutput {
  track: MediaStreamTrack
  /** What is on the canvas now becomes the next picture. */
  push(): void
  close(): void
}

export function canvasOutput(canvas: HTMLCanvasElement, fps: number): CanvasOutput {
  if (!MediaStreamTrackGenerator) {
    const track = canvas.captureStream(fps).getVideoTracks()[0]
    if (!track) throw new Error('the canvas gives no picture')
    return { track, push: () => undefined, close: () => track.stop() }
  }
  const track = new MediaStreamTrackGenerator({ kind: 'video' })
  const writer = track.writable.getWriter()
  const began = performance.now()
  return {
    track,
    push() {
      // A slow encoder skips pictures; it must never hold the call up.
      if ((writer.desiredSize ?? 0) <= 0) return
      const frame = new VideoFrame(canvas, { timestamp: Math.round((performance.now() - began) * 1000) })
      writer.write(frame).catch(() => frame.close())
    },
    close() {
      writer.close().catch(() => undefined)
      track.stop()
    },
  }
}
