import type { Page } from '@playwright/test'
import type { UdpPaths } from './udp-path.ts'

declare global {
  var __throughPath: (candidate: string) => Promise<string | null>
}

/**
 * Lets the pages of the product reach each other over paths that can be lost: every candidate that a page is told of leads
 * through `UdpPaths`. Before the page is loaded.
 */
export async function overPaths(page: Page, paths: UdpPaths): Promise<void> {
  await page.exposeFunction('__throughPath', (candidate: string) => paths.through(candidate))
  await page.addInitScript(() => {
    const { addIceCandidate, setRemoteDescription } = RTCPeerConnection.prototype
    Object.assign(RTCPeerConnection.prototype, {
      async addIceCandidate(this: RTCPeerConnection, told?: RTCIceCandidateInit) {
        if (!told?.candidate) return Reflect.apply(addIceCandidate, this, [told])
        const { sdpMid, sdpMLineIndex, usernameFragment } = told
        const candidate = await globalThis.__throughPath(told.candidate)
        if (candidate === null) return
        return Reflect.apply(addIceCandidate, this, [{ candidate, sdpMid, sdpMLineIndex, usernameFragment }])
      },
      setRemoteDescription(this: RTCPeerConnection, told: RTCSessionDescriptionInit) {
        const lines = told.sdp?.split('\r\n').filter((line) => !line.startsWith('a=candidate:'))
        return Reflect.apply(setRemoteDescription, this, [{ type: told.type, sdp: lines?.join('\r\n') }])
      },
    })
  })
}
