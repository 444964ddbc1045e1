import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

export interface Voice {
  format: 'webm' | 'm4a'
  durationMs: number
  /** Built anew from the packets of its one track: it can be sought in, and whatever else the file carried is gone. */
  bytes: Uint8Array
}

/** What a browser recorded; `null`: no sound, more than sound, of a codec that no browser records, or broken. */
export async function voiceOf(recorded: Uint8Array): Promise<Voice | null> {
  const input = new Input({ source: new BufferSource(recorded), formats: [WEBM, MP4] })
  try {
    const tracks = await input.getTracks()
    const track = await input.getPrimaryAudioTrack()
    if (!track || tracks.length !== 1) return null
    const codec = track.codec
    if (codec !== 'opus' && codec !== 'aac') return null
    return await anew(track, codec, (await input.getFormat()) === WEBM ? 'webm' : 'm4a')
  } catch {
    // Whatever the reader stumbles over, it is not what a browser records.
    return null
  } finally {
    input.dispose()
  }
}

async function anew(track: InputAudioTrack, codec: 'opus' | 'aac', format: Voice['format']): Promise<Voice | null> {
  const target = new BufferTarget()
  const output = new Output({ format: format === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat(), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig) return null
  let began: number | undefined
  let [end, length, before] = [0, 0, 0]
  for await (const packet of new EncodedPacketSink(track).packets()) {
    began ??= packet.timestamp
    const timestamp = Math.max(0, packet.timestamp - began)
    // A live recording does not say how long each is: as long as until the next, and the last as the one before it.
    length = packet.duration || timestamp - before || length
    before = timestamp
    await source.add(packet.clone({ timestamp }), { decoderConfig })
    end = Math.max(end, timestamp + length)
  }
  await output.finalize()
  const durationMs = Math.round(end * 1000)
  return target.buffer && durationMs > 0 ? { format, durationMs, bytes: new Uint8Array(target.buffer) } : null
}
