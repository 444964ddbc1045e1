import type { DicomInstance } from '@teleward/contract/files/dicom.ts'
import { syntaxName } from '@teleward/contract/files/dicom-syntaxes.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'
import type { View } from './view.ts'
import { dayText, nameText } from './labels.ts'
import { edgesOf } from './letters.ts'
import { depthOf, type Place } from './stack.ts'

interface Props {
  place: Place
  index: number
  count: number
  view: View
  window: View['window']
}
/** What a picture is of, as its file says it: a picture on a screen is taken for the patient whose name stands on it. */
export function Overlay({ place, index, count, view, window }: Props) {
  const { instance, frame } = place
  const { image } = instance
  if (!image) return null
  const edges = edgesOf(image, view.rotation, view.flip)
  const depth = depthOf(instance, frame)
  return (
    <div className="dcover">
      <p className="tl">
        <b>{nameText(instance.person.name) || t('dicom.nobody')}</b>
        {lines(instance.person.id, dayText(instance.person.birthday), instance.person.sex)}
      </p>
      <p className="tr">
        {lines(
          instance.studyDescription,
          [dayText(instance.studyDate), clock(instance.studyTime)].filter(Boolean).join(' '),
          instance.modality,
          instance.seriesDescription,
        )}
      </p>
      <p className="bl num">
        {lines(
          t(place.instance.image?.frames === 1 ? 'dicom.imageOf' : 'dicom.frameOf', { n: index + 1, all: count }),
          depth === null ? null : t('dicom.depth', { mm: formatNumber(depth, 1) }),
          `${image.columns} × ${image.rows}`,
          lossyText(instance),
        )}
      </p>
      <p className="br num">
        {lines(
          window
            ? t('dicom.windowOf', {
                centre: formatNumber(Math.round(window.centre)),
                width: formatNumber(Math.round(window.width)),
              })
            : t('dicom.noWindow'),
          t('dicom.zoomOf', { percent: formatNumber(view.zoom * 100, 0) }),
        )}
      </p>
      {edges && (
        <>
          <span className="et">{edges.top}</span>
          <span className="er">{edges.right}</span>
          <span className="eb">{edges.bottom}</span>
          <span className="el">{edges.left}</span>
        </>
      )}
    </div>
  )
}
const lossyText = ({ image, syntax }: DicomInstance) =>
  image?.lossy ? t('dicom.lossy', { syntax: syntaxName(syntax) }) : null
const clock = (text: string | null) => (text ? text.replace(/^(\d{2})(\d{2}).*$/, '$1:$2') : '')
const lines = (...all: (string | null | undefined)[]) =>
  all.filter(Boolean).map((one, n) => (
    <span key={n} className="ell">
      {one}
    </span>
  ))
