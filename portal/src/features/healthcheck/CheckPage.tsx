import { CheckDesk } from './CheckDesk.tsx'
import { CheckList } from './CheckList.tsx'
import { useCheckSearch } from './search.ts'
import './healthcheck.css'

/** `/health-check`: what runs and what was done, and the one that is entered. */
export default function CheckPage() {
  const search = useCheckSearch()
  const [{ id }] = search
  return id === undefined ? <CheckList search={search} /> : <CheckDesk key={id} id={id} search={search} />
}
