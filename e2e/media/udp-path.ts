import { createSocket, type Socket } from 'node:dgram'

type Address = { address: string; port: number }

/**
 * A network between the two browsers that can lose its paths: every candidate is replaced by a port here, which passes
 * packets on until the path is broken. A broken path never returns; only fresh candidates, as an ICE restart brings
 * them, lead through again.
 */
export class UdpPaths {
  private forwarders: { broken: boolean; sockets: Socket[] }[] = []
  opened = 0

  breakAll() {
    for (const forwarder of this.forwarders) forwarder.broken = true
  }

  close() {
    for (const { sockets } of this.forwarders) for (const socket of sockets) socket.close()
    this.forwarders = []
  }

  /** A candidate as it is told to the other browser; null: one that no path here could carry (TCP, or a hidden address). */
  async through(candidate: string): Promise<string | null> {
    const words = candidate.split(' ')
    const [, , protocol, , address, port] = words
    if (protocol !== 'udp' || !address || !/^[\d.]+$/.test(address)) return null
    words[4] = '127.0.0.1'
    words[5] = String(await this.open({ address, port: Number(port) }))
    return words.join(' ')
  }

  private async open(target: Address): Promise<number> {
    this.opened += 1
    const front = createSocket('udp4')
    const forwarder = { broken: false, sockets: [front] }
    this.forwarders.push(forwarder)
    const backs = new Map<string, Socket>()
    front.on('message', (packet, from) => {
      if (forwarder.broken) return
      const key = `${from.address}:${from.port}`
      let back = backs.get(key)
      if (!back) {
        // One outgoing socket per sender, as a NAT has it: answers must find the way back to the right one.
        back = createSocket('udp4')
        back.on('message', (answer) => {
          if (!forwarder.broken) front.send(answer, from.port, from.address)
        })
        backs.set(key, back)
        forwarder.sockets.push(back)
      }
      back.send(packet, target.port, target.address)
    })
    await new Promise<void>((bound) => front.bind(0, '127.0.0.1', bound))
    return front.address().port
  }
}
