import { freetimes, freetimesOfDay } from '@teleward/contract/shifts/endpoints.ts'
import type { Affected, WayAct } from '@teleward/contract/shifts/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import { ACTS } from './WayCell.tsx'
import { type Choice, placesOf, sharesUnit, spread } from './ways.ts'
import { shortDay } from './labels.ts'

interface Props {
  affected: readonly Affected[]
  onChoices: (choices: ReadonlyMap<number, Choice>) => void
}

/**
 * One way for everybody. Whoever is moved, or handed to a substitute, gets a place of the day that was picked, nobody the
 * same; for whom there is none the row stays open.
 */
export function AllWays({ affected, onChoices }: Props) {
  const [act, setAct] = useState<WayAct | null>(null)
  const [date, setDate] = useState(affected[0]?.date ?? '')
  const pick = (next: WayAct) => {
    setAct(next)
    if (next === 'cancel' || next === 'keep') onChoices(new Map(affected.map(({ qid }) => [qid, { act: next }])))
  }
  return (
    <div className="row wrap affall">
      <span className="t2">{t('shifts.affected.all')}</span>
      <Select<WayAct>
        value={act}
        placeholder={t('shifts.affected.choose')}
        aria-label={t('shifts.affected.all')}
        className="wayact"
        onChange={pick}
        options={ACTS.map((value) => ({ value, label: t(`shifts.affected.${value}`) }))}
      />
      {(act === 'move' || act === 'substitute') && (
        <>
          <DayPicker
            value={date}
            label={t('shifts.affected.allDay')}
            text={shortDay}
            onChange={(day) => day && setDate(day)}
          />
          {act === 'move' ? (
            <OwnDay affected={affected} date={date} onChoices={onChoices} />
          ) : (
            <OthersDay affected={affected} date={date} onChoices={onChoices} />
          )}
        </>
      )}
    </div>
  )
}

type DayProps = Props & { date: string }

function OwnDay({ affected, date, onChoices }: DayProps) {
  // What a change touches is one doctor's.
  const did = affected[0]?.did ?? 0
  const { data, error, isPending, refetch } = useQuery(
    endpointQuery(freetimes, { params: { did }, query: { from: date, to: date } }),
  )
  if (error) return <FailedLine error={error} onRetry={() => void refetch()} />
  const placed = spread(affected, placesOf(data?.days[0]?.sessions ?? []))
  return (
    <Apply
      pending={isPending}
      placed={placed.size}
      onApply={() =>
        onChoices(new Map(affected.map(({ qid }) => [qid, { act: 'move', date, ...partOf(placed.get(qid)) }])))
      }
    />
  )
}

function OthersDay({ affected, date, onChoices }: DayProps) {
  const [did, setDid] = useState<number>()
  const { data, error, isPending, refetch } = useQuery(endpointQuery(freetimesOfDay, { query: { date } }))
  if (error) return <FailedLine error={error} onRetry={() => void refetch()} />
  const own = new Set(affected.map((entry) => entry.did))
  const others = (data ?? []).filter(
    (one) => !own.has(one.did) && one.free > 0 && affected.some((entry) => sharesUnit(one, entry)),
  )
  const person = others.find((one) => one.did === did)
  // Whose unit it is not gets no place there: their row stays open.
  const placed = spread(
    affected.filter((entry) => person && sharesUnit(person, entry)),
    placesOf(person?.sessions ?? []),
  )
  return (
    <>
      <PersonSelect
        label={t('shifts.affected.allPerson')}
        value={person?.did}
        pending={isPending}
        people={others}
        onPick={(next) => setDid(next.did)}
      />
      {person && (
        <Apply
          pending={false}
          placed={placed.size}
          onApply={() =>
            onChoices(
              new Map(
                affected.map(({ qid }) => [
                  qid,
                  {
                    act: 'substitute',
                    date,
                    did: person.did,
                    name: nameOf(person),
                    ...partOf(placed.get(qid)),
                  },
                ]),
              ),
            )
          }
        />
      )}
    </>
  )
}
const partOf = (place: { at: string; interval: number } | undefined) =>
  place ? { at: place.at, interval: place.interval } : {}

function Apply({ pending, placed, onApply }: { pending: boolean; placed: number; onApply: () => void }) {
  return (
    <Button disabled={pending || placed === 0} onClick={onApply}>
      {t(
        pending ? 'shifts.affected.loading' : placed ? 'shifts.affected.apply' : 'shifts.affected.noPlace',
        pending || !placed ? {} : { count: placed },
      )}
    </Button>
  )
}
