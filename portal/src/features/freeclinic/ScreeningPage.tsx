import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useT } from '../../i18n/i18n.ts'
import { EventDesk } from './EventDesk.tsx'
import { EventList } from './EventList.tsx'
import { useClinicSearch } from './search.ts'
import './freeclinic.css'
import './screening.css'

/** `/screening`: programmes of one's own and those the authority pays for; an event with its funnel, tables and report. */
export default function ScreeningPage() {
  const t = useT()
  const search = useClinicSearch()
  const [{ event, tab }, change] = search
  if (event !== undefined) return <EventDesk key={event} id={event} search={search} screening />
  return (
    <EventList
      search={search}
      of={tab}
      tabs={
        <UrlTabs
          label={t('screening.tabs')}
          tab={tab}
          onTab={(next) => change({ tab: next })}
          tabs={(['own', 'hpa'] as const).map((key) => ({ key, name: t(`screening.tab.${key}`) }))}
        />
      }
    />
  )
}
