import type { Page } from '@playwright/test'

declare global {
  var __testIce: RTCIceServer[][]
}

const RELAY_ONLY = 'test.relayOnly'

/** Writes down which ICE servers a page's connections are made with. Before the page is loaded. */
export const watchIce = (page: Page): Promise<unknown> =>
  page.addInitScript((relayOnly) => {
    globalThis.__testIce = []
    const Real = globalThis.RTCPeerConnection
    globalThis.RTCPeerConnection = class extends Real {
      constructor(config: RTCConfiguration = {}) {
        const { iceTransportPolicy = 'relay' } = config
        super(sessionStorage.getItem(relayOnly) ? { ...config, iceTransportPolicy } : config)
        globalThis.__testIce.push(config.iceServers ?? [])
      }
    }
  }, RELAY_ONLY)

/** From its next connection on the page is as behind a firewall that lets nobody through but the relay, or out of it again. */
export const behindFirewall = (page: Page, on: boolean): Promise<void> =>
  page.evaluate(([key, yes]) => (yes ? sessionStorage.setItem(key, '1') : sessionStorage.removeItem(key)), [
    RELAY_ONLY,
    on,
  ] as const)

/** The ICE servers of each connection since the page was loaded. */
export const iceOf = (page: Page): Promise<RTCIceServer[][]> => page.evaluate(() => globalThis.__testIce)

/** What kinds of candidates these servers give a page. */
export const gathered = (page: Page, servers: readonly RTCIceServer[]): Promise<string[]> =>
  page.evaluate(async (iceServers) => {
    const peer = new RTCPeerConnection({ iceServers: [...iceServers], iceTransportPolicy: 'all' })
    const kinds = new Set<string>()
    const complete = new Promise<void>((resolve) => {
      peer.onicecandidate = ({ candidate }) => {
        if (candidate?.type) kinds.add(candidate.type)
        if (!candidate) resolve()
      }
    })
    peer.createDataChannel('test')
    await peer.setLocalDescription()
    await complete
    peer.close()
    return [...kinds].sort()
  }, servers)
