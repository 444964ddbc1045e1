import { getDoctorStatus } from '@teleward/contract/staff/endpoints.ts'
import { AWAY, BUSY, ONLINE, type PresenceCode } from '@teleward/contract/staff/rules.ts'
import type { PresenceRow } from '@teleward/contract/staff/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../api/query.ts'
import { type TextKey, useT } from '../i18n/i18n.ts'
import { Avatar, type Presence, PresenceDot } from '../ui/Avatar.tsx'
import { nameOf } from './Patient.tsx'

/** The one table of looks: a full disc, a barred one, a ring. The word stands beside it or is read out. */
export const PRESENCE: Record<PresenceCode, { word: TextKey; dot: Presence; tone: string }> = {
  [ONLINE]: { word: 'shell.presence.online', dot: 'ok', tone: 'c-ok' },
  [BUSY]: { word: 'shell.presence.busy', dot: 'warn', tone: 'c-warn' },
  [AWAY]: { word: 'shell.presence.away', dot: 'off', tone: 't3' },
}

/** Oneself and the colleagues of one's units; one question for every place that shows them, live by its tag. */
export const useColleagues = () => useQuery(endpointQuery(getDoctorStatus, { query: {} }))

/** Presence by the colleague's id. Who shares no unit with me is not told, and has none. */
export function usePresences(): ReadonlyMap<number, PresenceRow> {
  const { data } = useColleagues()
  return useMemo(() => new Map(data?.map((row) => [row.mid, row])), [data])
}

interface Person {
  mid: number
  name: string
  nameEn: string | null
}

/** A colleague in a row or a list of facts: avatar with the dot, name, and the word on hover and for readers. */
export function Colleague({ person, plain }: { person: Person; plain?: boolean }) {
  const t = useT()
  const code = usePresences().get(person.mid)?.code
  const name = nameOf(person)
  const word = code && t(PRESENCE[code].word)
  return (
    <span className="row colleague" title={word ? `${name}${t('common.dot')}${word}` : name} data-presence={code}>
      <Avatar name={name} seed={person.mid} size="sm" presence={code && PRESENCE[code].dot} />
      <span className="ell">{name}</span>
      {word && <span className={plain ? `f12 nw ${PRESENCE[code].tone}` : 'sr'}>{word}</span>}
    </span>
  )
}

/** A colleague to choose: dot and word after the name. */
export function ColleagueOption({ person }: { person: Person }) {
  const t = useT()
  const code = usePresences().get(person.mid)?.code
  return (
    <span className="row" data-presence={code}>
      {code && <PresenceDot presence={PRESENCE[code].dot} />}
      <span className="ell">{nameOf(person)}</span>
      {code && <span className={`f12 ${PRESENCE[code].tone}`}>{t(PRESENCE[code].word)}</span>}
    </span>
  )
}
