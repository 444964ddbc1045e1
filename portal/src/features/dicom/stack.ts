import type { DicomInstance, DicomStudy } from '@teleward/contract/files/dicom.ts'
import { hopeless } from '@teleward/contract/files/dicom.ts'

/** What is leafed through: images of a series one after another, a film frame by frame. */
export interface Place {
  instance: DicomInstance
  frame: number
}
export interface Series {
  /** Of its first file: the name of a series may be missing. */
  key: string
  instances: DicomInstance[]
  places: Place[]
  /** Pictures of one film: it can be played. */
  film: boolean
  frameMs: number
}
const FILM_MS = 40
const isShown = ({ image, problems }: DicomInstance) =>
  image !== null && !problems.some((one) => hopeless.includes(one))

/** By series; an object that is no image, one whose pixels are not shown, and a film of several frames stand by themselves. */
export function seriesOf({ instances }: DicomStudy): Series[] {
  const groups = Map.groupBy(instances, (one) =>
    isShown(one) && one.image?.frames === 1 && one.series ? `series ${one.series}` : `file ${one.fileId}`,
  )
  return [...groups.values()].map((some) => {
    const ordered = byPlace(some)
    const [first] = ordered
    const film = (first?.image?.frames ?? 1) > 1
    return {
      key: first?.fileId ?? '',
      instances: ordered,
      places: ordered.flatMap((instance) =>
        Array.from({ length: Math.max(1, instance.image?.frames ?? 1) }, (_, frame) => ({ instance, frame })),
      ),
      film,
      frameMs: first?.image?.frameMs ?? FILM_MS,
    }
  })
}

/** Slices of one direction lie in the order of their places in the patient, whatever their numbers say. */
function byPlace(some: DicomInstance[]): DicomInstance[] {
  const depths = new Map(some.map((one) => [one.fileId, depthOf(one)]))
  if (some.length < 2 || some.some((one) => depths.get(one.fileId) === null)) return some
  const directions = new Set(some.map(({ image }) => image?.orientation?.map((one) => one.toFixed(3)).join()))
  if (directions.size > 1 || new Set(depths.values()).size < some.length) return some
  return some.toSorted((a, b) => (depths.get(a.fileId) ?? 0) - (depths.get(b.fileId) ?? 0))
}
/** Along the normal of the slice, mm. */
export function depthOf({ image }: DicomInstance, frame = 0): number | null {
  const position = (image?.values[frame] ?? image?.values[0])?.position
  const o = image?.orientation
  if (!position || !o) return null
  const [rx = 0, ry = 0, rz = 0, cx = 0, cy = 0, cz = 0] = o
  const [x = 0, y = 0, z = 0] = position
  return x * (ry * cz - rz * cy) + y * (rz * cx - rx * cz) + z * (rx * cy - ry * cx)
}
export const valuesAt = ({ instance, frame }: Place) => instance.image?.values[frame] ?? instance.image?.values[0]
