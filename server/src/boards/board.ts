import { BOARD_NEXT, type BoardDoctor, type BoardPerson, type WaitingBoard } from '@teleward/contract/boards/schema.ts'
import { maskName } from '@teleward/contract/core/text.ts'
import { type Compilable, sql } from '../platform/db/index.ts'
import { currentAt, waitsSinceLong } from '../visits/current.ts'

export interface Board {
  id: string
  partnerId: number
  unitId: number | null
}
interface Place {
  name: string
  nameEn: string | null
  logo: string | null
  timeZone: string
  unit: WaitingBoard['unit']
  nextAt: Date | null
}
interface Entry {
  did: number
  doctor: string
  doctorEn: string | null
  no: number | null
  name: string
  nameEn: string | null
  site: BoardPerson['site']
  since: Date
  startAt: Date
  called: boolean
  live: boolean
}
type Read = <T>(query: Compilable<T>) => Promise<T[]>

const ofBoard = ({ partnerId, unitId }: Board, now: Date) => sql`
  a.partner_id = ${partnerId} and ${currentAt(now)} and not ${waitsSinceLong(now)}
  ${unitId === null ? sql`` : sql`and a.unit_id = ${unitId}`}
  and exists (select 1 from member_unit mu where mu.pid = a.pid and mu.unit_id = a.unit_id and mu.status = 'active')`

/** Nobody is signed in: the house looks, and what leaves it is what the wall shows. Names are masked here, and nowhere later. */
export async function boardOf(read: Read, board: Board, now: Date): Promise<WaitingBoard> {
  const [[place], entries] = await Promise.all([
    read(sql<Place>`
      select p.name, p.name_en as "nameEn", coalesce(p.ui_config ->> 'logo', p.logo) as logo, p.time_zone as "timeZone",
        case when u.id is not null then jsonb_build_object('name', u.name, 'nameEn', u.name_en) end as unit,
        (select min(a.start_at) from appointment a
          where ${ofBoard(board, now)} and a.status = 'registered' and a.start_at > ${now}::timestamptz) as "nextAt"
      from partner p left join unit u on u.id = ${board.unitId}::int where p.id = ${board.partnerId}`),
    read(sql<Entry>`
      select a.did, s.name as doctor, s.name_en as "doctorEn", a.queue_no as no, m.name, m.name_en as "nameEn", a.site,
        coalesce(a.checked_in_at, a.start_at) as since, a.start_at as "startAt",
        exists (select 1 from call c where c.qid = a.qid and c.state = 'ringing' and c.direction = 'outbound') as called,
        exists (select 1 from room r where r.qid = a.qid and r.state = 'live') as live
      from appointment a join partner p on p.id = a.partner_id join staff s on s.mid = a.did join member m on m.pid = a.pid
      where ${ofBoard(board, now)} and a.status in ('checkedIn', 'redial')
      order by s.name, a.did, a.start_at, a.queue_no, a.qid limit 500`),
  ])
  if (!place) throw new Error('a board without its institution')
  const { name, nameEn, logo, timeZone, unit, nextAt } = place
  return {
    now: now.toISOString(),
    timeZone,
    institution: { name, nameEn, logo },
    unit,
    doctors: [...Map.groupBy(entries, ({ did }) => did).values()].map((own) => doctorOf(own, now)),
    nextAt: nextAt?.toISOString() ?? null,
  }
}

const shown = ({ no, name, nameEn, site, since }: Entry): BoardPerson => ({
  no,
  name: maskName(name),
  nameEn: nameEn ? maskName(nameEn) : null,
  site,
  since: since.toISOString(),
})

function doctorOf(own: readonly Entry[], now: Date): BoardDoctor {
  const called = own.find((one) => one.called)
  const serving = own.find((one) => one.live && one !== called)
  const waiting = own.filter((one) => one !== called && one !== serving && !one.live)
  const late = waiting[0] ? Math.floor((now.getTime() - waiting[0].startAt.getTime()) / 60_000) : 0
  return {
    doctor: own[0]?.doctor ?? '',
    doctorEn: own[0]?.doctorEn ?? null,
    called: called ? shown(called) : null,
    serving: serving ? shown(serving) : null,
    waiting: waiting.slice(0, BOARD_NEXT).map(shown),
    count: waiting.length,
    delayMinutes: Math.max(0, late),
  }
}
