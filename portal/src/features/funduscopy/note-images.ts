import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import type { EyePair, Side } from './pairs.ts'

/** The eyes on the screen, as a note speaks of them. What the page does not show (DICOM) is left out. */
export function noteImagesOf(
  pairs: readonly EyePair[],
  shown: readonly (Side | null)[],
  { red, zoom }: { red: boolean; zoom: number },
): NoteImage[] {
  return pairs.flatMap((pair) =>
    shown.flatMap((side): NoteImage[] => {
      const file = side === null ? pair.unsided : pair[side]
      if (!file?.opens || file.format === 'dcm') return []
      return [
        {
          viewer: 'funduscopy',
          file: file.id,
          look: [side && `eye=${side}`, red && 'filter=redFree'].filter(Boolean).join('&'),
          words: [
            t('signals.fundus.title'),
            t(side === null ? 'signals.fundus.side' : `signals.fundus.${side}`),
            formatDate(file.createdAt),
            red && t('signals.fundus.redFree'),
            zoom !== 1 && `${Math.round(zoom * 100)}%`,
          ]
            .filter(Boolean)
            .join(' '),
        },
      ]
    }),
  )
}
