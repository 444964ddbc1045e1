import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/useStore.ts'

/** CSS says 96 pixels an inch; what a screen shows of it differs by a third. */
const ASSUMED = 96 / 25.4
export const CARD_MM = 85.6
const [LEAST, MOST] = [2, 30]
const dense = () => globalThis.devicePixelRatio || 1

/** Pixels of the device for a millimetre, as somebody has measured them with a card: they stay true when the page is zoomed. */
function stored(): number | null {
  const value = Number(readCookie('tw_mm'))
  return value >= LEAST && value <= MOST ? value : null
}
const measured = createStore<number | null>(typeof document === 'undefined' ? null : stored())

/** CSS pixels for a millimetre on this screen, and whether somebody has measured it. */
export function useScreenMm(): { mm: number; calibrated: boolean } {
  const device = useStore(measured)
  return device === null ? { mm: ASSUMED, calibrated: false } : { mm: device / dense(), calibrated: true }
}
export function calibrate(mm: number): void {
  const device = mm * dense()
  if (!(device >= LEAST && device <= MOST)) return
  writeCookie('tw_mm', device.toFixed(3))
  measured.set(device)
}
