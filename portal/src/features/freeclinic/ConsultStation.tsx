import { contactsForReservation } from '@teleward/contract/appointments/booking-endpoints.ts'
import { getEventResult, makeEventAppt } from '@teleward/contract/careevents/endpoints.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { closedText } from './labels.tsx'

const INTERVALS = { morning: 1, afternoon: 2, evening: 3 } as const
type Session = keyof typeof INTERVALS

/** A consultation booked for somebody at the venue, and those that were. */
export function ConsultStation({ event, pid }: { event: CareEvent; pid: number }) {
  const t = useT()
  const refusal = useRefusal()
  const books = useRight('appointment.book') !== '-'
  const result = useQuery(endpointQuery(getEventResult, { body: { eventid: event.id, pid } }))
  const people = useQuery({ ...endpointQuery(contactsForReservation, { body: { pid } }), enabled: books })
  const [did, setDid] = useState<number>()
  const today = isoDay()
  const [day, setDay] = useState(event.endsOn < today ? today : event.endsOn)
  const closed = closedText(event)
  const [session, setSession] = useState<Session>('morning')
  const [site, setSite] = useState<'onsite' | 'video'>('onsite')
  const book = useEndpointMutation(makeEventAppt, {
    onDone: ({ entry }) => {
      if (entry)
        notify({
          kind: 'ok',
          title: t('freeclinic.consult.booked', { at: formatDateTime(entry.startAt), doctor: entry.doctor.name }),
        })
      else notify({ kind: 'warn', title: t('freeclinic.consult.asks') })
    },
    onError: (error) => refusal.take(error, error.fields[0]?.path ?? 'did'),
  })
  return (
    <div className="clinicfields">
      <Loaded answer={result} failed={t('freeclinic.result.failed')} lines={1}>
        {({ visits }) =>
          visits.length > 0 && (
            <ul className="plain">
              {visits.map((one) => (
                <li key={one.qid}>
                  <b className="num">{formatDateTime(one.startAt)}</b>{' '}
                  {nameOf({ name: one.doctor, nameEn: one.doctorEn })}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {closed && <p className="t3">{closed}</p>}
      {!closed && !books && <p className="t3">{t('freeclinic.consult.notYours')}</p>}
      {!closed && books && (
        <FormColumn>
          <Line label={t('freeclinic.consult.doctor')} required error={refusal.of('did')}>
            {(id) => (
              <Select
                id={id}
                className="wide"
                loading={people.isPending}
                notFoundContent={people.error ? errorMessage(people.error) : undefined}
                showSearch={{ optionFilterProp: 'label' }}
                value={did ?? null}
                onChange={setDid}
                options={(people.data?.doctors ?? []).map((one) => ({
                  value: one.mid,
                  label: [nameOf(one), one.division].filter(Boolean).join('　'),
                }))}
              />
            )}
          </Line>
          <DayLine label={t('freeclinic.consult.day')} value={day} error={refusal.of('date')} onChange={setDay} />
          <Line label={t('freeclinic.consult.session')} error={refusal.of('interval')}>
            {() => (
              <Segmented
                aria-label={t('freeclinic.consult.session')}
                value={session}
                onChange={setSession}
                options={(Object.keys(INTERVALS) as Session[]).map((value) => ({
                  value,
                  label: t(`freeclinic.consult.interval.${value}`),
                }))}
              />
            )}
          </Line>
          <Line label={t('freeclinic.consult.site')}>
            {() => (
              <Segmented
                aria-label={t('freeclinic.consult.site')}
                value={site}
                onChange={setSite}
                options={(['onsite', 'video'] as const).map((value) => ({
                  value,
                  label: t(`freeclinic.consult.way.${value}`),
                }))}
              />
            )}
          </Line>
          <div className="row clinicacts">
            <Button
              kind="primary"
              loading={book.isPending}
              onClick={() => {
                if (did === undefined) return refusal.refuse('did', t('common.required'))
                refusal.clear()
                book.mutate({ body: { eventid: event.id, pid, did, date: day, interval: INTERVALS[session], site } })
              }}
            >
              {t('freeclinic.consult.book')}
            </Button>
          </div>
        </FormColumn>
      )}
    </div>
  )
}
