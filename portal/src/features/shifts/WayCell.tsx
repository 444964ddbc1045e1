import { freetimes, freetimesOfDay } from '@teleward/contract/shifts/endpoints.ts'
import type { Affected, WayAct } from '@teleward/contract/shifts/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { PersonSelect } from './PersonSelect.tsx'
import { type Choice, isComplete, nearest, type Place, placesOf, sharesUnit } from './ways.ts'
import { partName, shortDay } from './labels.ts'

export const ACTS: readonly WayAct[] = ['move', 'substitute', 'cancel', 'keep']

interface Props {
  entry: Affected
  choice: Choice
  /** Places that other rows have chosen, by person. */
  taken: readonly { did: number; at: string }[]
  missing: boolean
  onChoice: (choice: Choice) => void
}

/** What becomes of one entry: an act, and for a move or a substitute the day, the person and the time. */
export function WayCell({ entry, choice, taken, missing, onChoice }: Props) {
  const { act } = choice
  const date = choice.date ?? entry.date
  return (
    <div className="way">
      <Select<WayAct>
        value={act ?? null}
        className="wayact"
        status={missing && !isComplete(choice) ? 'error' : ''}
        placeholder={t('shifts.affected.choose')}
        aria-label={`${t('shifts.affected.way')} ${nameOf(entry.patient)}`}
        onChange={(next) => onChoice({ act: next, ...(next === 'move' || next === 'substitute' ? { date } : {}) })}
        options={ACTS.map((value) => ({ value, label: t(`shifts.affected.${value}`) }))}
      />
      {(act === 'move' || act === 'substitute') && (
        <>
          <DayPicker
            value={date}
            label={t('shifts.affected.pickDay')}
            text={shortDay}
            onChange={(day) => onChoice({ act, date: day })}
          />
          {act === 'move' ? (
            <OwnPlaces entry={entry} choice={{ ...choice, date }} taken={taken} onChoice={onChoice} />
          ) : (
            <OthersPlaces entry={entry} choice={{ ...choice, date }} taken={taken} onChoice={onChoice} />
          )}
        </>
      )}
    </div>
  )
}

type PlacesProps = Omit<Props, 'missing'> & { choice: Choice }
const useDay = (did: number, date: string) =>
  useQuery(endpointQuery(freetimes, { params: { did }, query: { from: date, to: date } }))

function OwnPlaces({ entry, choice, taken, onChoice }: PlacesProps) {
  const { data, error, isPending, refetch } = useDay(entry.did, choice.date ?? entry.date)
  if (error) return <FailedLine error={error} onRetry={() => void refetch()} />
  const places = placesOf(data?.days[0]?.sessions ?? [])
  return (
    <PlaceSelect
      date={choice.date ?? entry.date}
      places={places}
      pending={isPending}
      choice={choice}
      empty={t('shifts.affected.noPlace')}
      taken={taken.flatMap((one) => (one.did === entry.did ? [one.at] : []))}
      onPlace={(place) => onChoice({ ...choice, at: place.at, interval: place.interval })}
    />
  )
}

function OthersPlaces({ entry, choice, taken, onChoice }: PlacesProps) {
  const date = choice.date ?? entry.date
  const { data, error, isPending, refetch } = useQuery(endpointQuery(freetimesOfDay, { query: { date } }))
  if (error) return <FailedLine error={error} onRetry={() => void refetch()} />
  const others = (data ?? []).filter((one) => one.did !== entry.did && one.free > 0 && sharesUnit(one, entry))
  const person = others.find(({ did }) => did === choice.did)
  const of = (did: number) => taken.flatMap((one) => (one.did === did ? [one.at] : []))
  return (
    <>
      <PersonSelect
        label={t('shifts.affected.pickPerson')}
        value={choice.did}
        pending={isPending}
        people={others}
        onPick={(next) => {
          const place = nearest(placesOf(next.sessions), entry.startAt, of(next.did))
          onChoice({ ...choice, did: next.did, name: nameOf(next), at: place?.at, interval: place?.interval })
        }}
      />
      {person && (
        <PlaceSelect
          date={date}
          places={placesOf(person.sessions)}
          pending={false}
          choice={choice}
          empty={t('shifts.affected.noPlace')}
          taken={of(person.did)}
          onPlace={(place) => onChoice({ ...choice, at: place.at, interval: place.interval })}
        />
      )}
    </>
  )
}

interface SelectProps {
  /** The day whose sessions they are of. */
  date: string
  places: readonly Place[]
  pending: boolean
  choice: Choice
  empty: string
  taken: readonly string[]
  onPlace: (place: Place) => void
}
function PlaceSelect({ date, places, pending, choice, empty, taken, onPlace }: SelectProps) {
  const left = places.filter(({ at, free }) => at === choice.at || taken.filter((one) => one === at).length < free)
  const parts = [...new Set(left.map(({ interval }) => interval))]
  return (
    <Select<string>
      className="wayplace"
      value={choice.at ?? null}
      loading={pending}
      disabled={!pending && left.length === 0}
      placeholder={pending ? t('shifts.affected.loading') : left.length ? t('shifts.affected.pickPlace') : empty}
      aria-label={t('shifts.affected.pickPlace')}
      onChange={(at) => {
        const place = left.find((one) => one.at === at)
        if (place) onPlace(place)
      }}
      options={parts.map((interval) => ({
        label: partName(interval),
        options: left
          .filter((one) => one.interval === interval)
          .map(({ at }) => ({ value: at, label: timeUnder(date, at) })),
      }))}
    />
  )
}
