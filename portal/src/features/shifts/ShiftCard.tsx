import { PlusOutlined, ShopOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { Shift } from '@teleward/contract/shifts/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { hoursText, siteName } from './labels.ts'

export function SiteLine({ site }: { site: Shift['site'] }) {
  return (
    <span className="ty">
      {site === 'video' ? <VideoCameraOutlined /> : <ShopOutlined />}
      <span className="ell">{siteName(site)}</span>
    </span>
  )
}

const WIDTH = 24
const GAP = 4
const HEIGHT = 44
/** How much of each sixth of the session is booked; the numbers stand below in words. */
function Bars({ load, capacity }: { load: readonly number[]; capacity: number }) {
  const most = Math.max(1, Math.ceil(capacity / load.length), ...load)
  return (
    <svg viewBox={`0 0 ${load.length * (WIDTH + GAP)} 48`} preserveAspectRatio="none" className="hb" aria-hidden="true">
      {load.map((booked, index) => {
        const high = (booked / most) * HEIGHT
        const x = 1 + index * (WIDTH + GAP)
        return (
          <g key={index}>
            <rect x={x} y={2} width={WIDTH} height={HEIGHT} rx={2} className="bg" />
            <rect x={x} y={2 + HEIGHT - high} width={WIDTH} height={high} rx={2} className="b" />
          </g>
        )
      })}
    </svg>
  )
}

/** What stands in a cell with a session. */
export function ShiftBody({ shift }: { shift: Shift }) {
  return (
    <>
      <span className="tm">{hoursText(shift)}</span>
      <SiteLine site={shift.site} />
      {shift.changed && <span className="f12 c-info">{t('shifts.changedDay')}</span>}
      <Bars load={shift.load} capacity={shift.capacity} />
      <span className="ld">
        <span>
          {t('shifts.booked')} <b>{shift.booked}</b>
        </span>
        <span>
          {t('shifts.max')} {shift.capacity}
        </span>
      </span>
    </>
  )
}
export const ClosedBody = ({ why }: { why: string }) => <span className="b">{why}</span>
export const EmptyBody = ({ adds }: { adds: boolean }) => (adds ? <PlusOutlined /> : null)
