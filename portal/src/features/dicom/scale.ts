import type { DicomImage } from '@teleward/contract/files/dicom.ts'

export type Point = readonly [x: number, y: number]
export interface Line {
  from: Point
  to: Point
}
/** `px`: the picture has no scale there; `detector`: of the plane of the detector, larger than in the patient. */
export interface Length {
  value: number
  unit: 'mm' | 'px'
  at: 'patient' | 'detector' | null
}

type Scaled = Pick<DicomImage, 'spacing' | 'regions'>
const within = ({ x0, y0, x1, y1 }: DicomImage['regions'][number], [x, y]: Point) =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1

/** In mm only where the file says how large a pixel is; an ultrasound picture says it of some of its parts alone. */
export function lengthOf(image: Scaled, { from, to }: Line): Length {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  if (image.regions.length) {
    const both = image.regions.filter((one) => within(one, from) && within(one, to))
    const [first] = both
    // Parts that lie over each other with two scales leave it open which one holds.
    const agreed = first && both.every((one) => one.dx === first.dx && one.dy === first.dy)
    return agreed
      ? { value: Math.hypot(dx * first.dx, dy * first.dy), unit: 'mm', at: 'patient' }
      : { value: Math.hypot(dx, dy), unit: 'px', at: null }
  }
  const { spacing } = image
  if (!spacing) return { value: Math.hypot(dx, dy), unit: 'px', at: null }
  return { value: Math.hypot(dx * spacing.column, dy * spacing.row), unit: 'mm', at: spacing.plane }
}

/** A bar beside the picture: the longest round length that fits, in mm, and how long it is in pixels of the picture. */
export function scaleBar({ spacing, regions }: Scaled, most: number): { mm: number; pixels: number } | null {
  // Of an ultrasound picture each part has a scale of its own.
  if (!spacing || regions.length) return null
  const mm = [200, 100, 50, 20, 10, 5, 2, 1].find((one) => one / spacing.column <= most)
  return mm === undefined ? null : { mm, pixels: mm / spacing.column }
}
