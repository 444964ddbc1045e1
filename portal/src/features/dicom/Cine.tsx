import { CaretRightOutlined, PauseOutlined, StepBackwardOutlined, StepForwardOutlined } from '@ant-design/icons'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'

export const SPEEDS = [0.25, 0.5, 1, 2] as const
export type Speed = (typeof SPEEDS)[number]
interface Props {
  index: number
  count: number
  loaded: number
  film: boolean
  playing: boolean
  speed: Speed
  perSecond: number
  onIndex: (index: number) => void
  onPlay: () => void
  onSpeed: (speed: Speed) => void
}
/** Place in the stack, and play of a film. */
export function Cine({ index, count, loaded, film, playing, speed, perSecond, onIndex, onPlay, onSpeed }: Props) {
  const step = (by: number) => onIndex((index + by + count) % count)
  const icon = (label: string, what: React.ReactNode, run: () => void) => (
    <button type="button" className="icbtn" aria-label={label} title={label} onClick={run}>
      {what}
    </button>
  )
  return (
    <div className="dccine">
      {icon(t('dicom.key.previous'), <StepBackwardOutlined />, () => step(-1))}
      {film &&
        icon(t(playing ? 'dicom.pause' : 'dicom.play'), playing ? <PauseOutlined /> : <CaretRightOutlined />, onPlay)}
      {icon(t('dicom.key.next'), <StepForwardOutlined />, () => step(1))}
      <input
        type="range"
        min={1}
        max={count}
        value={index + 1}
        aria-label={t(film ? 'dicom.frame' : 'dicom.image')}
        aria-valuetext={t(film ? 'dicom.frameOf' : 'dicom.imageOf', { n: index + 1, all: count })}
        onChange={(event) => onIndex(Number(event.target.value) - 1)}
      />
      <span className="num f13">
        {index + 1}/{count}
      </span>
      {film && (
        <select
          className="dcspeed"
          value={speed}
          aria-label={t('dicom.speed')}
          onChange={(event) => onSpeed(SPEEDS.find((one) => String(one) === event.target.value) ?? 1)}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {t('dicom.speedOf', { x: one, n: formatNumber(perSecond * one, 0) })}
            </option>
          ))}
        </select>
      )}
      {loaded < count && (
        <span className="f12 t3 num" role="status">
          {t('dicom.loading', { n: loaded, all: count })}
        </span>
      )}
    </div>
  )
}
