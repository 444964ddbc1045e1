import './freeclinic.css'
import { getEventSheet } from '@teleward/contract/careevents/endpoints.ts'
import type { EventSheet } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { LANGUAGES, language, setLanguage, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { currentTimeZone, formatDate, formatDateTime, setTimeZone } from '../../ui/format.ts'
import { Logo } from '../../ui/Logo.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { useKeys } from '../../ui/keys.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { itemText, listText } from '../../patterns/careItems.tsx'
import { daysOf } from './labels.tsx'
import { Values } from './ResultStation.tsx'

const PATH = /\/freeclinic_print\/(\d+)\/(\d+)$/
const parameters = () => {
  const search = new URLSearchParams(location.search)
  const [, eventid, pid] = PATH.exec(location.pathname) ?? []
  return {
    eventid: Number(eventid ?? 0),
    pid: Number(pid ?? 0),
    token: search.get('token') ?? '',
    lang: LANGUAGES.find((one) => one === search.get('lang')),
    small: search.get('size') === 'A5',
    auto: search.get('auto') === '1',
  }
}
const named = (name: string, nameEn: string | null) => (language() === 'en' && nameEn) || name

/** `/freeclinic_print/{eventid}/{pid}`: a result on paper, by its signed address and without a session. */
export default function SheetPage() {
  const t = useT()
  const { eventid, pid, token, lang, small, auto } = parameters()
  const { data, error } = useQuery({
    ...endpointQuery(getEventSheet, { params: { eventid, pid }, query: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useTitle(t('screens.name.freeclinicPrint'))
  useKeys([{ keys: 'Mod+P', label: t('freeclinic.result.print'), run: () => window.print() }])
  useEffect(() => {
    if (lang && lang !== language()) void setLanguage(lang)
  }, [lang])
  const printed = useRef(false)
  useEffect(() => {
    if (!auto || !data || printed.current) return
    printed.current = true
    window.print()
  }, [auto, data])
  if (error)
    return (
      <main className="clinicsheet">
        <h1>{t('screens.name.freeclinicPrint')}</h1>
        <p role="alert">{errorMessage(error)}</p>
      </main>
    )
  if (!data) return <main className="clinicsheet" aria-busy="true" />
  if (data.timeZone !== currentTimeZone()) setTimeZone(data.timeZone)
  return <Sheet sheet={data} small={small} />
}

function Sheet({ sheet, small }: { sheet: EventSheet; small: boolean }) {
  const t = useT()
  const { institution, unit, event, person, values, missing, visits } = sheet
  return (
    <main className={`clinicsheet ${small ? 'a5' : ''}`}>
      <header>
        <Logo src={institution.logo} />
        <div className="grow">
          <b>{named(institution.name, institution.nameEn)}</b> <span>{named(unit.name, unit.nameEn)}</span>
          <h1>{event.name}</h1>
          <p className="num">
            {daysOf(event)} · {event.place}
          </p>
        </div>
        <Button className="noprint" onClick={() => window.print()}>
          {t('freeclinic.result.print')}
        </Button>
      </header>
      <section className="clinicwho">
        <b className="clinicno num">{sheet.number}</b>
        <div>
          <h2>{named(person.name, person.nameEn)}</h2>
          <p className="num">
            {person.birthday ? formatDate(person.birthday) : t('freeclinic.noBirthday')} ·{' '}
            {ageAndSex(person.birthday, person.gender ?? 'unknown')}
          </p>
        </div>
      </section>
      {values.length === 0 ? <p>{t('freeclinic.result.none')}</p> : <Values values={values} />}
      {missing.length > 0 && <p>{t('freeclinic.missing', { items: listText(missing.map(itemText)) })}</p>}
      {values.some(({ flag }) => flag === 'high' || flag === 'low') && (
        <p className="clinicadvice">{t('freeclinic.result.advice')}</p>
      )}
      {visits.map((one) => (
        <p key={one.startAt}>
          {t('freeclinic.result.visit', { at: formatDateTime(one.startAt), doctor: named(one.doctor, one.doctorEn) })}
        </p>
      ))}
      <footer>{t('freeclinic.result.madeAt', { at: formatDateTime(sheet.at) })}</footer>
    </main>
  )
}
