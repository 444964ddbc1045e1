import type { PeerStats } from './types.ts'

type Report = Record<string, unknown> & { id: string; type: string }
const num = (value: unknown) => (typeof value === 'number' ? value : 0)

type Source = { getStats(): Promise<RTCStatsReport> }

/**
 * The few figures that a screen, a support person or a test needs, out of the browser's hundreds: of a connection, or of the
 * receivers that one participant's tracks come in by.
 */
export async function peerStats(
  id: string,
  sources: readonly Source[],
  connectionState: RTCPeerConnectionState,
  restarts: number,
): Promise<PeerStats> {
  const reports = new Map<string, Report>()
  for (const part of await Promise.all(sources.map((source) => source.getStats())))
    for (const [key, report] of part as unknown as Map<string, Report>) reports.set(key, report)
  const all = [...reports.values()]
  const inbound = (kind: string) => all.find((r) => r.type === 'inbound-rtp' && r.kind === kind)
  const transport = all.find((r) => r.type === 'transport')
  const pair =
    reports.get(String(transport?.selectedCandidatePairId)) ??
    all.find((r) => r.type === 'candidate-pair' && r.nominated === true && r.state === 'succeeded')
  const local = reports.get(String(pair?.localCandidateId))
  const remote = reports.get(String(pair?.remoteCandidateId))
  const video = inbound('video')
  const audio = inbound('audio')
  return {
    id,
    connectionState,
    path: pair ? `${local?.candidateType ?? '?'}/${remote?.candidateType ?? '?'}` : '',
    protocol: String(local?.relayProtocol ?? local?.protocol ?? ''),
    roundTripMs: typeof pair?.currentRoundTripTime === 'number' ? pair.currentRoundTripTime * 1000 : null,
    framesDecoded: num(video?.framesDecoded),
    framesPerSecond: num(video?.framesPerSecond),
    audioEnergy: num(audio?.totalAudioEnergy),
    packetsLost: num(video?.packetsLost) + num(audio?.packetsLost),
    bytesReceived: num(pair?.bytesReceived),
    bytesSent: num(pair?.bytesSent),
    restarts,
  }
}
