export interface AudioMix {
  track: MediaStreamTrack
  set(tracks: readonly MediaStreamTrack[]): void
  close(): Promise<void>
}

/** All voices in one track. A call without any sound still records silence, so that picture and time go together. */
export async function audioMix(): Promise<AudioMix> {
  const context = new AudioContext({ sampleRate: 48_000 })
  const out = context.createMediaStreamDestination()
  const limiter = context.createDynamicsCompressor()
  limiter.connect(out)
  const silence = context.createConstantSource()
  silence.offset.value = 0
  silence.connect(limiter)
  silence.start()
  const inputs = new Map<MediaStreamTrack, { node: MediaStreamAudioSourceNode; player: HTMLAudioElement }>()
  if (context.state === 'suspended') await context.resume()
  const track = out.stream.getAudioTracks()[0]
  if (!track) throw new Error('the sound mix gives no track')

  const remove = (input: MediaStreamTrack) => {
    const entry = inputs.get(input)
    if (!entry) return
    entry.node.disconnect()
    entry.player.srcObject = null
    inputs.delete(input)
  }
  return {
    track,
    set(tracks) {
      for (const input of [...inputs.keys()]) if (!tracks.includes(input)) remove(input)
      for (const input of tracks) {
        if (inputs.has(input) || input.readyState === 'ended') continue
        const stream = new MediaStream([input])
        // Chromium feeds a received track into WebAudio only while some element plays it.
        const player = new Audio()
        player.muted = true
        player.srcObject = stream
        player.play().catch(() => undefined)
        const node = context.createMediaStreamSource(stream)
        node.connect(limiter)
        inputs.set(input, { node, player })
      }
    },
    async close() {
      for (const input of [...inputs.keys()]) remove(input)
      track.stop()
      await context.close()
    },
  }
}
