import { openAsBlob } from 'node:fs'
import { open as openFile, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  BlobSource,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Output,
  type Source,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { wholeLength } from './webm-tail.ts'

/**
 * `EMPTY`: no segment holds a picture or a sound. `UNREADABLE`: a segment is missing or no WebM at all. `MISMATCH`: segments of
 * different codecs. `WRITE`: the joined file could not be written.
 */
export type FinaliseProblem = 'EMPTY' | 'UNREADABLE' | 'MISMATCH' | 'WRITE'

export class FinaliseError extends Error {
  readonly problem: FinaliseProblem
  readonly segment: string | null

  constructor(problem: FinaliseProblem, segment: string | null, cause?: unknown) {
    super(`recording not finalised: ${problem}${segment ? ` (${segment})` : ''}`, { cause })
    this.name = 'FinaliseError'
    this.problem = problem
    this.segment = segment
  }
}

interface Segment {
  path: string
  input: Input
  video: InputVideoTrack | null
  audio: InputAudioTrack | null
}

type Kind = 'video' | 'audio'
interface Timed {
  kind: Kind
  packet: EncodedPacket
}

async function open(path: string): Promise<Segment | null> {
  let input: Input | undefined
  try {
    // A browser that died within its first second leaves nothing, or a header; that is no reason to lose the rest.
    if ((await stat(path)).size === 0) return null
    const whole = (await openAsBlob(path)).slice(0, await wholeLength(path))
    input = new Input({ source: new BlobSource(whole), formats: [WEBM] })
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    if (video || audio) return { path, input, video, audio }
  } catch (error) {
    input?.dispose()
    throw new FinaliseError('UNREADABLE', path, error)
  }
  input.dispose()
  return null
}

/** The packets of a track up to the end of the file, or up to where a cut-off file stops making sense. */
async function* packetsOf(kind: Kind, track: InputVideoTrack | InputAudioTrack | null): AsyncGenerator<Timed> {
  if (!track) return
  const packets = new EncodedPacketSink(track).packets()
  while (true) {
    let next: IteratorResult<EncodedPacket>
    try {
      next = await packets.next()
    } catch {
      return
    }
    if (next.done) return
    if (next.value.data.byteLength > 0) yield { kind, packet: next.value }
  }
}

/** Both tracks as one stream in the order of time, which is how a seekable file wants them. */
async function* merged(segment: Segment): AsyncGenerator<Timed> {
  const streams = [packetsOf('video', segment.video), packetsOf('audio', segment.audio)]
  const heads = await Promise.all(streams.map((stream) => stream.next()))
  while (true) {
    let first = -1
    for (const [i, head] of heads.entries()) {
      const best = heads[first]
      if (head.done) continue
      if (!best || best.done || head.value.packet.timestamp < best.value.packet.timestamp) first = i
    }
    const head = heads[first]
    const stream = streams[first]
    if (!head || head.done || !stream) return
    yield head.value
    heads[first] = await stream.next()
  }
}

class Joiner {
  readonly output: Output
  private readonly video: EncodedVideoPacketSource | null
  private readonly audio: EncodedAudioPacketSource | null
  private readonly last: Record<Kind, number> = { video: -1, audio: -1 }
  private readonly frame: Record<Kind, number> = { video: 1 / 15, audio: 0.02 }
  private readonly configured: Record<Kind, boolean> = { video: false, audio: false }
  private sequence = 0
  /** Where the next packet of the latest kind would begin, in seconds: the length so far. */
  end = 0

  private constructor(output: Output, video: EncodedVideoPacketSource | null, audio: EncodedAudioPacketSource | null) {
    this.output = output
    this.video = video
    this.audio = audio
    if (video) output.addVideoTrack(video)
    if (audio) output.addAudioTrack(audio)
  }

  static async create(segments: readonly Segment[], target: string): Promise<Joiner> {
    const [video, audio] = await Promise.all([codecOf(segments, 'video'), codecOf(segments, 'audio')])
    const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(target) })
    return new Joiner(
      output,
      video ? new EncodedVideoPacketSource(video as 'vp8') : null,
      audio ? new EncodedAudioPacketSource(audio as 'opus') : null,
    )
  }

  async append(segment: Segment) {
    const offset = this.end
    let began: number | null = null
    let decodable = false
    for await (const { kind, packet } of merged(segment)) {
      // Until the first key frame of a segment its pictures belong to nothing that is in the file.
      if (kind === 'video' && !decodable && packet.type !== 'key') continue
      if (kind === 'video') decodable = true
      began ??= packet.timestamp
      const timestamp = Math.max(offset + packet.timestamp - began, this.last[kind] + 0.001)
      await this.add(kind, segment, packet, timestamp)
    }
  }

  private async add(kind: Kind, segment: Segment, packet: EncodedPacket, timestamp: number) {
    const step = timestamp - this.last[kind]
    if (this.last[kind] >= 0 && step < 1) this.frame[kind] = step
    const duration = packet.duration > 0 && packet.duration < 1 ? packet.duration : this.frame[kind]
    this.last[kind] = timestamp
    this.end = Math.max(this.end, timestamp + duration)
    const moved = new EncodedPacket(packet.data, packet.type, timestamp, duration, this.sequence++)
    const first = !this.configured[kind]
    this.configured[kind] = true
    if (kind === 'video') {
      const config = first ? await segment.video?.getDecoderConfig() : null
      await this.video?.add(moved, config ? { decoderConfig: config } : undefined)
    } else {
      const config = first ? await segment.audio?.getDecoderConfig() : null
      await this.audio?.add(moved, config ? { decoderConfig: config } : undefined)
    }
  }
}

async function codecOf(segments: readonly Segment[], kind: Kind): Promise<string | null> {
  let codec: string | null = null
  for (const segment of segments) {
    const track = segment[kind]
    const own = track ? await track.getCodec() : null
    if (track && !own) throw new FinaliseError('UNREADABLE', segment.path)
    if (own && codec && own !== codec) throw new FinaliseError('MISMATCH', segment.path)
    codec ??= own
  }
  return codec
}

/**
 * Joins what one or more recorders sent, in the order given, into one file that knows its length and can be searched.
 * Nothing is encoded anew. The target appears only when it is whole.
 */
export async function finalise(
  segmentPaths: readonly string[],
  target: string,
): Promise<{ durationMs: number; bytes: number }> {
  const segments: Segment[] = []
  const unfinished = `${target}.part`
  let joiner: Joiner | undefined
  try {
    for (const path of segmentPaths) {
      const segment = await open(path)
      if (segment) segments.push(segment)
    }
    if (segments.length === 0) throw new FinaliseError('EMPTY', null)
    joiner = await Joiner.create(segments, unfinished)
    await joiner.output.start()
    for (const segment of segments) await joiner.append(segment)
    if (joiner.end === 0) throw new FinaliseError('EMPTY', null)
    await joiner.output.finalize()
    await synced(unfinished)
    await rename(unfinished, target)
    return { durationMs: Math.round(joiner.end * 1000), bytes: (await stat(target)).size }
  } catch (error) {
    if (joiner && joiner.output.state !== 'finalized') await joiner.output.cancel()
    await rm(unfinished, { force: true })
    throw error instanceof FinaliseError ? error : new FinaliseError('WRITE', null, error)
  } finally {
    for (const { input } of segments) input.dispose()
  }
}

/** A name is no promise for its bytes: whoever finds the file joins nothing any more. */
async function synced(path: string): Promise<void> {
  const file = await openFile(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** How long a joined file says that it is; null: it does not say. */
export const lengthOf = (file: {
  size: number
  read(part: { start: number; end: number }): Promise<Readable>
}): Promise<number | null> =>
  lengthIn(
    new CustomSource({
      getSize: () => file.size,
      read: async (start, end) => buffer(await file.read({ start, end: end - 1 })),
    }),
  )
/** The same of a file of this machine. */
export const lengthOfFile = async (path: string): Promise<number | null> =>
  lengthIn(new BlobSource(await openAsBlob(path)))

async function lengthIn(source: Source): Promise<number | null> {
  const input = new Input({ source, formats: [WEBM, MP4] })
  try {
    const seconds = await input.getDurationFromMetadata()
    return seconds === null ? null : Math.round(seconds * 1000)
  } finally {
    input.dispose()
  }
}
