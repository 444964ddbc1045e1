import { reservation } from '@teleward/contract/appointments/booking-endpoints.ts'
import { type Conflict, conflictsOf } from '@teleward/contract/appointments/booking.ts'
import type { ContactDoctor } from '@teleward/contract/appointments/booking-schema.ts'
import { getQueueDetailByQid } from '@teleward/contract/appointments/endpoints.ts'
import type { AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { codeOf, isApiError } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { closeBooking } from '../../shell/booking.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { stepped, versionOf } from '../../patterns/appointments/versions.ts'
import { either } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { formatDateTime, formatDay, formatMoney, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type Aim, aimOf } from './aim.ts'
import { allConflicts, conflictsIn } from './allConflicts.ts'
import { clockOf } from './clock.ts'
import { Conflicts } from './Conflicts.tsx'
import { Month } from './Month.tsx'
import { Times } from './Times.tsx'
import { useContacts, useMonth } from './useBooking.ts'
import './booking.css'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

/** Another time, day or doctor for an entry: the old place stays until the new one is held. */
export default function MoveDrawer({ qid }: { qid: number }) {
  const query = useQuery(endpointQuery(getQueueDetailByQid, { params: { id: qid } }))
  const phone = usePhone()
  const entry = query.data
  const [touched, setTouched] = useState<Aim>({})
  const aim = entry ? aimOf(entry, touched) : touched
  const [told, setTold] = useState<Conflict[] | null>(null)
  const [same, setSame] = useState(false)
  const { data: contacts } = useContacts('')
  const conflicts = entry ? conflictsOfMove(entry, aim, contacts?.doctors) : []
  const { mutate, isPending } = useEndpointMutation(reservation, {
    onDone: (answer) => {
      if (answer.entry) {
        stepped(answer.entry)
        notify({ kind: 'ok', title: t('booking.moved', { time: formatDateTime(answer.entry.startAt) }) })
      }
      closeBooking()
    },
    onError: (error) => {
      if (isApiError(error, 'VERSION_STALE')) void invalidateTags(['appointments', 'counts'])
      const found = conflictsIn(error)
      const all = allConflicts(conflicts, found)
      if (all.length) setTold(all)
      return found.length > 0
    },
  })
  const send = () => {
    if (!entry) return
    if (entry.kind === 'special' && !Object.keys(aim).length) return setSame(true)
    // Without a time nothing is asked of the server: there it would mean the old one, on the new day.
    if (!aim.time) return setTold(conflicts)
    mutate({ body: { action: 'change', qid, version: versionOf(entry), ...aim } })
  }
  return (
    <FormDrawer
      open
      title={t('booking.moveTitle')}
      width={phone ? 375 : 720}
      dirty={aim.time !== undefined}
      inAddress
      busy={isPending}
      submit={t('booking.submitMove')}
      onSubmit={send}
      onClose={closeBooking}
    >
      <div className="bk">
        {told && <Conflicts conflicts={told} />}
        {same && (
          <p className="alert warn" role="alert">
            {t('booking.move.same')}
          </p>
        )}
        {query.isPending && <SkeletonBlock lines={6} />}
        {query.isError && !entry && (
          <ErrorState
            title={t('booking.pay.failed')}
            text={errorMessage(query.error)}
            code={codeOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {entry && (
          <Where
            entry={entry}
            aim={touched}
            onAim={(next) => {
              setTouched(next)
              setTold(null)
              setSame(false)
            }}
          />
        )}
      </div>
    </FormDrawer>
  )
}

/** By the rules of booking: the entry with what is to change of it. */
function conflictsOfMove(entry: AppointmentDetail, aim: Aim, doctors: readonly ContactDoctor[] = []): Conflict[] {
  const { pid, site, currency, kind } = entry
  const did = aim.did ?? entry.did
  const doctor = doctors.find(({ mid }) => mid === did)
  // What it costs and how long it lasts stays as it was.
  const kept = { kind, pid, site, currency, fee: entry.fee ?? 0, minutes: entry.durationMinutes }
  return conflictsOf(
    { ...kept, did, date: aim.date ?? entry.date, interval: aim.interval, time: aim.time },
    {
      now: new Date().toISOString(),
      ...(doctor ? { offers: { video: doctor.video, onsite: doctor.onsite } } : {}),
    },
  )
}

interface WhereProps {
  entry: AppointmentDetail
  aim: Aim
  onAim: (aim: Aim) => void
}
function Where({ entry, aim, onAim }: WhereProps) {
  const today = isoDay()
  const [month, setMonth] = useState([entry.date, today].toSorted()[1] ?? today)
  const contacts = useContacts('')
  const did = aim.did ?? entry.did
  const free = useMonth(did, month)
  const date = aim.date ?? entry.date
  const day = free.data?.days.find((one) => one.date === date)
  const special = entry.kind === 'special'
  const own = special && aim.time !== undefined ? { time: aim.time } : {}
  return (
    <>
      <div className="alert info">
        <div>
          <b>{either(entry.patient.name, entry.patient.nameEn)}</b>
          <div className="num">{t('booking.move.from', { time: formatDateTime(entry.startAt) })}</div>
          {entry.fee !== null && (
            <div className="num">{t('booking.move.pay', { fee: formatMoney(entry.fee, entry.currency) })}</div>
          )}
          {entry.link && <div>{t('booking.move.link')}</div>}
        </div>
      </div>
      <div id="bk-did">
        <FieldLabel id="bk-did-input">{t('booking.doctor.label')}</FieldLabel>
        <Select
          id="bk-did-input"
          className="wide"
          aria-label={t('booking.doctor.label')}
          value={did}
          showSearch={{ optionFilterProp: 'label' }}
          options={(contacts.data?.doctors ?? [{ ...entry.doctor }]).map((one) => ({
            value: one.mid,
            label: either(one.name, one.nameEn),
          }))}
          onChange={(next: number) => onAim({ did: next, date, ...own })}
        />
        {contacts.isError && <FailedLine error={contacts.error} onRetry={() => void contacts.refetch()} />}
      </div>
      <div className="bkwhen" id="bk-date">
        <Month
          month={month}
          today={today}
          chosen={date}
          days={free.data?.days}
          any={special}
          onMonth={setMonth}
          onDay={(next) => onAim({ ...(aim.did ? { did: aim.did } : {}), date: next, ...own })}
        />
        <div className="bkside" id="bk-interval">
          <b className="num">{formatDay(date)}</b>
          {special ? (
            <Input
              id="bk-time"
              type="time"
              aria-label={t('booking.time.own')}
              value={aim.time ?? clockOf(entry.startAt)}
              onChange={(event) => onAim({ ...aim, date, time: event.target.value })}
            />
          ) : free.isError && !free.data ? (
            <FailedLine error={free.error} onRetry={() => void free.refetch()} />
          ) : free.isPending ? (
            <SkeletonBlock lines={5} />
          ) : day && day.sessions.length > 0 ? (
            <Times day={day} chosen={aim} onTime={({ interval, time }) => onAim({ ...aim, date, interval, time })} />
          ) : (
            <p className="t3">{t('booking.closed.none')}</p>
          )}
        </div>
      </div>
    </>
  )
}
