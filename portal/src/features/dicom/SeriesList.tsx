import {
  FilePdfOutlined,
  FileTextOutlined,
  FundOutlined,
  PictureOutlined,
  PlaySquareOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { hopeless } from '@teleward/contract/files/dicom.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import type { Series } from './stack.ts'

interface Props {
  series: readonly Series[]
  current: string
  /** So many files of the study are not listed. */
  more: number
  onPick: (key: string) => void
}
export function SeriesList({ series, current, more, onPick }: Props) {
  return (
    <nav className="dcseries" aria-label={t('dicom.series')}>
      <ul>
        {series.map((one) => {
          const [first] = one.instances
          if (!first) return null
          const name = first.seriesDescription ?? first.bodyPart ?? first.name
          return (
            <li key={one.key}>
              <button
                type="button"
                className={one.key === current ? 'on' : ''}
                aria-current={one.key === current}
                onClick={() => onPick(one.key)}
              >
                <span className="dcicon" aria-hidden="true">
                  {iconOf(one)}
                </span>
                <span className="grow">
                  <span className="ell">{name}</span>
                  <span className="f12 t2 num">
                    {[
                      first.modality,
                      first.object === 'image'
                        ? t(one.film ? 'dicom.frames' : 'dicom.images', { n: one.places.length })
                        : t(`dicom.object.${first.object}`),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className="quiet">{t('dicom.more', { n: more })}</p>}
    </nav>
  )
}
function iconOf({ instances: [first], film }: Series): ReactNode {
  if (!first || first.problems.some((one) => hopeless.includes(one))) return <WarningOutlined />
  if (first.object === 'report') return <FileTextOutlined />
  if (first.object === 'document') return <FilePdfOutlined />
  if (first.object === 'waveform') return <FundOutlined />
  return film ? <PlaySquareOutlined /> : <PictureOutlined />
}
