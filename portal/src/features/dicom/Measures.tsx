import type { DicomImage } from '@teleward/contract/files/dicom.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Stage } from './engine.ts'
import { type Length, type Line, lengthOf, scaleBar } from './scale.ts'

export function lengthText({ value, unit, at }: Length): string {
  if (unit === 'px') return t('dicom.pixels', { n: formatNumber(value, 0) })
  const mm = t('dicom.mm', { n: formatNumber(value, 1) })
  return at === 'detector' ? t('dicom.atDetector', { mm }) : mm
}

interface Props {
  stage: Stage
  image: DicomImage
  lines: readonly Line[]
  width: number
}
/** Lines between two points of the picture, which stay with it, and a bar of mm where there are any. */
export function Measures({ stage, image, lines, width }: Props) {
  const bar = scaleBar(image, image.columns / 3)
  const [a, b] = [stage.toScreen([0, 0]), stage.toScreen([1, 0])]
  const perPixel = Math.hypot(b[0] - a[0], b[1] - a[1])
  return (
    <svg className="dcmeasures" aria-hidden="true">
      {lines.map(({ from, to }, n) => {
        const [start, end] = [stage.toScreen(from), stage.toScreen(to)]
        return (
          <g key={n}>
            <line x1={start[0]} y1={start[1]} x2={end[0]} y2={end[1]} className="under" />
            <line x1={start[0]} y1={start[1]} x2={end[0]} y2={end[1]} />
            {[start, end].map(([x, y], at) => (
              <circle key={at === 0 ? 'from' : 'to'} cx={x} cy={y} r={3.5} />
            ))}
            <text x={Math.min(Math.max(end[0] + 8, 4), Math.max(4, width - 110))} y={end[1] - 8}>
              {lengthText(lengthOf(image, { from, to }))}
            </text>
          </g>
        )
      })}
      {bar && bar.pixels * perPixel > 20 && bar.pixels * perPixel < width / 2 && (
        <g className="bar">
          <line x1={12} x2={12 + bar.pixels * perPixel} y1={12} y2={12} className="under" />
          <line x1={12} x2={12 + bar.pixels * perPixel} y1={12} y2={12} />
          <text x={12} y={30}>
            {t('dicom.mm', { n: formatNumber(bar.mm, 0) })}
          </text>
        </g>
      )}
    </svg>
  )
}
