import { EventDesk } from './EventDesk.tsx'
import { EventList } from './EventList.tsx'
import { useClinicSearch } from './search.ts'
import './freeclinic.css'
import './screening.css'

/** `/freeclinic`: the events, and the tables of one. */
export default function FreeClinicPage() {
  const search = useClinicSearch()
  const [{ event }] = search
  return event === undefined ? <EventList search={search} /> : <EventDesk key={event} id={event} search={search} />
}
