import { t } from '../../i18n/i18n.ts'
import { DEVICE_IDS, type DeviceId, deviceOf, sensed } from './devices.ts'
import { type Person, ROOMS, type Room } from './person.ts'

/** Where each room lies in the picture. */
const PLACES: Record<Room, { x: number; y: number }> = {
  bedroom: { x: 40, y: 96 },
  bath: { x: 340, y: 96 },
  kitchen: { x: 40, y: 236 },
  door: { x: 340, y: 236 },
}
const [WIDTH, HEIGHT] = [260, 130]
const DEVICES_AT = 18

interface Props {
  person: Person
  room: Room
  /** Devices whose last word is an alert. */
  loud: ReadonlySet<DeviceId>
}
/** The home in section: who is where, and which devices stand there. What it shows is also said in words. */
export function House({ person, room, loud }: Props) {
  const where = t('housedemo.where', {
    room: t(`housedemo.room.${person.room}`),
    doing: t(person.onFloor ? 'housedemo.doing.floor' : person.inBed ? 'housedemo.doing.bed' : 'housedemo.doing.up'),
  })
  return (
    <svg className="house" viewBox="0 0 640 390" role="img" aria-label={t('housedemo.picture', { where })}>
      <path className="roof" d="M20 92 320 16 620 92Z" />
      <text className="simulated" x="320" y="74" textAnchor="middle">
        {t('housedemo.simulated')}
      </text>
      {ROOMS.map((one, at) => (
        <g key={one} transform={`translate(${PLACES[one].x} ${PLACES[one].y})`}>
          <rect className={`room ${one === room ? 'on' : ''}`} width={WIDTH} height={HEIGHT} />
          <text x="12" y="22">
            {at + 1} {t(`housedemo.room.${one}`)}
          </text>
          <Furniture room={one} />
          {DEVICE_IDS.filter((id) => deviceOf(id).room === one).map((id, nth) => (
            <circle
              key={id}
              className={`device ${loud.has(id) ? 'loud' : (sensed(id, person)?.on ?? true) ? 'live' : ''}`}
              cx={WIDTH - 16 - nth * DEVICES_AT}
              cy="18"
              r="6"
            >
              <title>{t(`housedemo.device.${id}`)}</title>
            </circle>
          ))}
        </g>
      ))}
      <Figure person={person} />
    </svg>
  )
}

function Furniture({ room }: { room: Room }) {
  if (room === 'bedroom') return <path className="thing" d="M24 118V84h12v14h100V88q0-6 8-6h28q8 0 8 8v28M24 106h156" />
  if (room === 'bath') return <path className="thing" d="M150 84h92v10q0 20-20 20h-52q-20 0-20-20ZM232 84V56q0-8-8-8" />
  if (room === 'kitchen')
    return <path className="thing" d="M20 120V78h76v42M20 92h76M58 92v28M150 120V96m80 24V96m-92 0h104" />
  return <path className="thing" d="M170 120V46h56v74M214 84h2" />
}

/** Upright, in bed, or on the floor. */
function Figure({ person }: { person: Person }) {
  const { x, y } = PLACES[person.room]
  const lies = person.onFloor || person.inBed
  const at = person.onFloor ? [x + 60, y + 116] : person.inBed ? [x + 60, y + 92] : [x + 116, y + 72]
  return (
    <g
      className={`figure ${person.onFloor ? 'fallen' : ''}`}
      transform={`translate(${at[0]} ${at[1]})${lies ? ' rotate(90) translate(-8 -60)' : ''}`}
    >
      <circle cx="8" cy="8" r="8" />
      <path d="M8 17v20M8 22l-9 9M8 22l9 9M8 37l-7 12M8 37l7 12" />
    </g>
  )
}
