import { AWAY, BUSY, ONLINE, type PresenceCode } from '@teleward/contract/staff/rules.ts'
import type { PresenceRow } from '@teleward/contract/staff/schema.ts'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { language, t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { PRESENCE, useColleagues } from '../../patterns/presence.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'

const ORDER: readonly PresenceCode[] = [ONLINE, BUSY, AWAY]
/** What stands open; the rest is one click away. */
const SHOWN = 5

const roleOf = (row: PresenceRow) => (language() === 'en' ? row.divisionStrE : (row.divisionStrC ?? row.title)) ?? ''

/** Who of the own units can be reached now, live: on line first, then in a consultation, then away. */
export function Colleagues() {
  const { mid } = useMe()
  const answer = useColleagues()
  const { data } = answer
  const [all, setAll] = useState(false)
  const rows = (data ?? [])
    .filter((row) => row.mid !== mid)
    .toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code) || a.mid - b.mid)
  const shown = all ? rows : rows.slice(0, SHOWN)
  const online = rows.filter(({ code }) => code === ONLINE).length
  return (
    <Card
      className="mates"
      label={t('home.colleagues.title')}
      title={t('home.colleagues.title')}
      extra={data && rows.length > 0 && <span className="num">{t('home.colleagues.online', { count: online })}</span>}
    >
      <Loaded failed={t('home.failed')} answer={answer} lines={4}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t('home.colleagues.empty')} />
          ) : (
            <ul>
              {shown.map((row) => (
                <Mate key={row.mid} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {rows.length > SHOWN && (
        <button type="button" className="morerow" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('home.colleagues.fewer') : t('home.colleagues.more', { count: rows.length - SHOWN })}
        </button>
      )}
    </Card>
  )
}

function Mate({ row }: { row: PresenceRow }) {
  const { word, dot, tone } = PRESENCE[row.code]
  const name = nameOf(row)
  return (
    <li className="row" data-presence={row.code}>
      <Avatar name={name} seed={row.mid} presence={dot} />
      <span className="grow ell">
        <span className="b">{name}</span> <span className="t3 f12">{roleOf(row)}</span>
      </span>
      <span className={`f12 nw ${tone}`}>{t(word)}</span>
    </li>
  )
}
