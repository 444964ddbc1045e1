import { valuesAt, type Place } from './stack.ts'

export interface Preset {
  /** In the address; of the file's own windows their place. */
  id: string
  /** As the file calls it; ours have a text. */
  name: string | null
  /** `null`: from the lowest to the highest value of the picture. */
  window: { centre: number; width: number } | null
}
/** Windows for Hounsfield units, as radiology teaches them. */
export const SOFT_TISSUE = { centre: 40, width: 400 }
const CT = {
  softTissue: SOFT_TISSUE,
  lung: { centre: -600, width: 1500 },
  bone: { centre: 400, width: 1800 },
  brain: { centre: 40, width: 80 },
  liver: { centre: 60, width: 160 },
} as const
export const CT_PRESETS = Object.keys(CT) as (keyof typeof CT)[]

/** What the device proposes first, then the whole range, then the usual ones of the modality: in the order of keys 1 to 9. */
export function presetsOf(place: Place | undefined): Preset[] {
  if (!place) return []
  const { image, modality } = place.instance
  // Colours have no window; behind a table of the file there is one range alone.
  if (!image || image.samples > 1 || image.palette) return []
  const own = image.voi ? [] : (valuesAt(place)?.windows ?? [])
  return [
    ...own.map(({ centre, width, name }, n) => ({ id: `file${n + 1}`, name, window: { centre, width } })),
    { id: 'full', name: null, window: null },
    ...(modality === 'CT' ? CT_PRESETS.map((id) => ({ id, name: null, window: CT[id] })) : []),
  ].slice(0, 9)
}
