import type { Engine, EngineHost } from './engine.ts'
import { Peer } from './peer.ts'
import { peerStats } from './stats.ts'

/** What all video sent by one browser may take together; the mesh shares it out. */
const UPLINK_BITS = 1_500_000

/** Every browser sends to every other: no server is needed, and four is the end of it. */
export function meshEngine(host: EngineHost): Engine {
  const peers = new Set<Peer>()
  return {
    kind: 'embedded',
    enter({ id, instance }, selfId, { onState, onTrack }) {
      const peer = new Peer({
        offers: selfId < id,
        rtc: host.rtc,
        local: (kind) => host.local(kind),
        send: (signal) => host.signal({ ...signal, to: id, toInstance: instance, instance: host.instance }),
        onState,
        onTrack,
      })
      peers.add(peer)
      return {
        get state() {
          return peer.state
        },
        start: () => peer.start(),
        receive: (signal) => peer.receive(signal),
        resync: () => peer.resync(),
        retry: () => peer.retry(),
        close() {
          peer.close()
          peers.delete(peer)
        },
        stats() {
          const pc = peer.connection
          return pc && peerStats(id, [pc], pc.connectionState, peer.restarts)
        },
      }
    },
    async send(kind) {
      await Promise.all([...peers].map((peer) => peer.replaceTrack(kind, host.local(kind))))
    },
    people(ids) {
      const each = Math.floor(UPLINK_BITS / Math.max(1, ids.length))
      for (const peer of peers) void peer.limitBitrate(each)
    },
    granted: () => undefined,
    retry: () => undefined,
    close: () => undefined,
  }
}
