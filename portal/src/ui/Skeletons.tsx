import { t } from '../i18n/i18n.ts'

const WIDTHS = ['52%', '40%', '61%', '46%', '56%', '38%', '50%', '44%']
const widthAt = (index: number) => WIDTHS[index % WIDTHS.length]

/** Rows while a list loads: the shape of what comes, so that nothing jumps. */
export function SkeletonRows({ rows = 8, height = 40 }: { rows?: number; height?: number }) {
  return (
    <div role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div className="skrow" key={index} style={{ height }}>
          <span className="sk round" />
          <span className="grow">
            <span className="sk" style={{ width: widthAt(index) }} />
          </span>
          <span className="sk" style={{ width: 88, height: 20 }} />
          <span className="sk" style={{ width: 56, height: 24 }} />
        </div>
      ))}
    </div>
  )
}

export function SkeletonBlock({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skblock" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span className="sk" key={index} style={{ width: widthAt(index + 2) }} />
      ))}
    </div>
  )
}
