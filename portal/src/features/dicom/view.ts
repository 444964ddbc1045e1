/** How a picture is looked at: nothing of it is stored. */
export interface View {
  zoom: number
  /** From the middle, in pixels of the screen. */
  pan: readonly [x: number, y: number]
  rotation: number
  flip: boolean
  invert: boolean
  /** `null`: as the device or the values propose. */
  window: { centre: number; width: number } | null
}
export const PLAIN: View = { zoom: 1, pan: [0, 0], rotation: 0, flip: false, invert: false, window: null }
