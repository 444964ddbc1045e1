import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'
import { dayText } from './labels.ts'
import { carried, type Look, lookText } from './look.ts'
import { lengthText } from './Measures.tsx'
import { lengthOf } from './scale.ts'
import type { Place } from './stack.ts'

interface Seen {
  place: Place
  /** In its series, from 0. */
  index: number
  count: number
  seen: Look
  /** Shorter side of the screen's place for it, pixels. */
  side: number
}
/** What is on the screen, as a note speaks of it. Whom it shows the note knows. */
export function noteImageOf({ place: { instance, frame }, index, count, seen, side }: Seen): NoteImage {
  const { image, modality, studyDescription, seriesNumber } = instance
  const { window, zoom, rotation, flip, invert } = seen.view
  const film = (image?.frames ?? 1) > 1
  const n = film ? frame + 1 : index + 1
  const words = [
    modality,
    studyDescription,
    dayText(instance.studyDate),
    seriesNumber !== null && `${t('dicom.series')} ${seriesNumber}`,
    t(film ? 'dicom.frameOf' : 'dicom.imageOf', { n, all: film ? (image?.frames ?? 1) : count }),
    window &&
      t('dicom.windowOf', {
        centre: formatNumber(Math.round(window.centre)),
        width: formatNumber(Math.round(window.width)),
      }),
    zoom !== 1 && t('dicom.zoomOf', { percent: formatNumber(zoom * 100, 0) }),
    rotation !== 0 && t('dicom.turnedOf', { degrees: rotation }),
    flip && t('dicom.key.flip'),
    invert && t('dicom.key.invert'),
    ...(image ? carried(seen.lines).map((line) => lengthText(lengthOf(image, line))) : []),
  ]
  const look = lookText(seen, side)
  return {
    viewer: 'viewdicom',
    // Its own file says which picture of a stack; the order of the stack changes when another one comes.
    file: instance.fileId,
    look: [film && `image=${n}`, look && `look=${look}`].filter(Boolean).join('&'),
    words: words.filter(Boolean).join(' '),
  }
}
