/** Shakes the phone, in ms on and off. Who has not touched the page yet is not shaken: the browser refuses that, and says so. */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern)
}
