import { contactsForReservation, reservation } from '@teleward/contract/appointments/booking-endpoints.ts'
import { type Conflict, conflictsOf } from '@teleward/contract/appointments/booking.ts'
import type { ContactDoctor, ContactPatient } from '@teleward/contract/appointments/booking-schema.ts'
import { getQueueDetailByQid } from '@teleward/contract/appointments/endpoints.ts'
import type { AppointmentDetail, AppointmentKind, Site } from '@teleward/contract/appointments/schema.ts'
import { checkmemberfreepay, servicefee } from '@teleward/contract/fees/endpoints.ts'
import { freetimes } from '@teleward/contract/shifts/endpoints.ts'
import type { FreeTimes } from '@teleward/contract/shifts/schema.ts'
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, showError, useEndpointMutation } from '../../api/query.ts'
import type { BookingAsk } from '../../shell/booking.ts'
import { t } from '../../i18n/i18n.ts'
import { formatMoney, isoDay } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { allConflicts, conflictsIn } from './allConflicts.ts'
import { daysOfAll, whoHas } from './anyOf.ts'
import { anotherMonth, monthOf } from './Month.tsx'
import { type Chosen, firstTime } from './Times.tsx'

export interface Draft {
  kind: AppointmentKind
  pid: number | undefined
  /** What an agent named the patient by. */
  identifier: string | undefined
  did: number | undefined
  /** Any doctor of this division: who it is comes with the time. */
  anyOf: string | undefined
  date: string | undefined
  interval: number | undefined
  time: string | undefined
  site: Site
  serviceItem: string
  consultProblem: string
  callTarget: 'patient' | 'family' | 'cs'
  /** Minor units; undefined: the doctor's own. */
  fee: number | undefined
  currency: 'TWD' | 'CNY'
  minutes: number | undefined
  payOnSite: boolean
}
const NOBODY: readonly ContactDoctor[] = []
const NO_ONE: readonly number[] = []
const blank: Omit<Draft, 'currency'> = {
  kind: 'general',
  pid: undefined,
  identifier: undefined,
  did: undefined,
  anyOf: undefined,
  date: undefined,
  interval: undefined,
  time: undefined,
  site: 'video',
  serviceItem: '',
  consultProblem: '',
  callTarget: 'patient',
  fee: undefined,
  minutes: undefined,
  payOnSite: false,
}

/** Doctors and patients to choose from; typed words are asked for once the hand rests. */
export function useContacts(typed: string) {
  const [q, setQ] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), 200)
    return () => clearTimeout(timer)
  }, [typed])
  return useQuery({
    ...endpointQuery(contactsForReservation, { body: { q } }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** A doctor's month, in one call; live by `shifts` and `appointments`. */
export function useMonth(did: number | undefined, month: string) {
  return useQuery({
    ...endpointQuery(freetimes, { params: { did: did ?? 0 }, query: monthOf(month) }),
    enabled: did !== undefined,
  })
}

const asOne = (all: UseQueryResult<FreeTimes>[]) => {
  const months = all.flatMap(({ data }) => (data ? [data] : []))
  return {
    months: months.length === all.length ? months : undefined,
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  }
}
/** The months of several doctors, one call each; they are there when all are. */
const useMonths = (dids: readonly number[], month: string) =>
  useQueries({
    queries: dids.map((did) => endpointQuery(freetimes, { params: { did }, query: monthOf(month) })),
    combine: asOne,
  })

/** Of a visit what another one like it begins with; a fee that was the doctor's own is the doctor's own again. */
export const sameData = (
  visit: Pick<
    AppointmentDetail,
    'site' | 'serviceItem' | 'consultProblem' | 'callTarget' | 'fee' | 'defaultFee' | 'currency' | 'durationMinutes'
  >,
): Partial<Draft> => ({
  site: visit.site,
  serviceItem: visit.serviceItem ?? '',
  consultProblem: visit.consultProblem ?? '',
  callTarget: visit.callTarget ?? 'patient',
  currency: visit.currency,
  fee: visit.fee === null || visit.fee === visit.defaultFee ? undefined : visit.fee,
  minutes: visit.durationMinutes,
})

/** The length that the form asks for: of a special visit. Any other lasts as long as its session's slots. */
const minutesOf = ({ kind, minutes }: Draft) => (kind === 'special' ? minutes : undefined)

export type Done = (answer: { qid: number; holdUntil: string | null; name: string; startAt: string }) => void

/** The wish as it is being filled in, what is known about it, and sending it. */
export function useBooking(ask: BookingAsk, onDone: Done) {
  const today = isoDay()
  const { currency } = useMe()
  const [draft, setDraft] = useState<Draft>({ ...blank, currency, pid: ask.pid, did: ask.did, date: ask.date })
  const [typed, setTyped] = useState('')
  // Found by a word, the patient stays the one shown when the word is gone and others are listed.
  const [chosen, setChosen] = useState<ContactPatient>()
  // What the person turned to and chose; the rest is offered, and offered anew with another doctor.
  const [turned, setMonth] = useState(ask.date)
  const [dayChosen, setDayChosen] = useState(ask.date !== undefined)
  const [dirty, setDirty] = useState(false)
  const [told, setTold] = useState<Conflict[] | null>(null)
  const contacts = useContacts(typed)
  // Who can be booked with does not depend on whom one looks for; and whom one booked last stands ready.
  const standing = useQuery(endpointQuery(contactsForReservation, { body: { q: '' } }))
  const named = useQuery({
    ...endpointQuery(contactsForReservation, { body: { pid: ask.pid ?? 0 } }),
    enabled: ask.pid !== undefined,
    retry: false,
  })
  const doctors = standing.data?.doctors ?? NOBODY
  const { anyOf } = draft
  const dids = useMemo(
    () =>
      anyOf !== undefined
        ? doctors.filter(({ division }) => division === anyOf).map(({ mid }) => mid)
        : draft.did === undefined
          ? []
          : [draft.did],
    [doctors, anyOf, draft.did],
  )
  const present = useMonths(turned === undefined ? dids : NO_ONE, today)
  // On the last days of a month the next free time is often one of the month after it.
  const spent =
    draft.kind !== 'special' &&
    dids.length > 0 &&
    present.months?.every(({ days }) => days.every(({ date, free }) => free <= 0 || date < today))
  const month = turned ?? (spent ? anotherMonth(today, 1) : today)
  const free = useMonths(dids, month)
  const days = useMemo(() => free.months && daysOfAll(free.months), [free.months])
  const day = days?.find(({ date }) => date === draft.date)
  // Of the doctor it will be, whoever else is looked at.
  const session = free.months
    ?.find(({ did }) => did === draft.did)
    ?.days.find(({ date }) => date === draft.date)
    ?.sessions.find(({ interval }) => interval === draft.interval)

  const doctor: ContactDoctor | undefined = doctors.find(({ mid }) => mid === draft.did)
  const fees = useQuery({
    ...endpointQuery(servicefee, {
      body: {
        did: draft.did ?? 0,
        interval: draft.interval ?? (draft.kind === 'emergency' ? 0 : 6),
        currency: draft.currency,
        site: draft.site,
      },
    }),
    enabled: draft.did !== undefined,
  })
  const freePay = useQuery({
    ...endpointQuery(checkmemberfreepay, { body: { pid: draft.pid ?? 0, did: draft.did, date: draft.date } }),
    enabled: draft.pid !== undefined && draft.identifier === undefined,
    retry: false,
  })

  const change = (next: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...next }))
    setDirty(true)
    setTold(null)
  }
  /** A return visit: the same doctor as last time, and their next free time. */
  const choosePatient = (patient: ContactPatient) => {
    setChosen(patient)
    change({
      pid: patient.pid,
      identifier: patient.birthday === null ? typed : undefined,
      ...(draft.did === undefined && patient.lastDid !== null && doctors.some(({ mid }) => mid === patient.lastDid)
        ? { did: patient.lastDid }
        : {}),
    })
  }
  const like = useQuery({
    ...endpointQuery(getQueueDetailByQid, { params: { id: ask.like ?? 0 } }),
    enabled: ask.like !== undefined,
  })
  // Once: what is written meanwhile by hand stays where the visit comes late.
  const [taken, setTaken] = useState(false)
  useEffect(() => {
    if (taken || !like.data) return
    setTaken(true)
    const again = sameData(like.data)
    setDraft((now) => ({ ...now, ...again }))
  }, [taken, like.data])
  const lastDid = named.data?.patients[0]?.lastDid
  useEffect(() => {
    if (lastDid && standing.data?.doctors.some(({ mid }) => mid === lastDid))
      setDraft((now) => (now.did === undefined ? { ...now, did: lastDid } : now))
  }, [lastDid, standing.data])
  /** A day that was only offered was the next one of somebody else. */
  const offerAnew = (): Partial<Draft> => ({
    interval: undefined,
    time: undefined,
    ...(dayChosen ? {} : { date: undefined }),
  })
  const chooseDoctor = (did: number) => change({ did, anyOf: undefined, ...offerAnew() })
  const chooseDivision = (division: string) => change({ did: undefined, anyOf: division, ...offerAnew() })
  const chooseDay = (date: string) => {
    setDayChosen(true)
    change({
      date,
      interval: undefined,
      time: draft.kind === 'special' ? draft.time : undefined,
      ...(anyOf === undefined ? {} : { did: undefined }),
    })
  }
  /** A time of a division is the time of one of its doctors. */
  const timed = useCallback(
    (date: string, { interval, time, at }: Chosen): Partial<Draft> => ({
      date,
      interval,
      time,
      ...(anyOf === undefined ? {} : { did: whoHas(free.months ?? [], { date, interval, startAt: at }) }),
    }),
    [anyOf, free.months],
  )
  const chooseTime = (chosen: Chosen) => {
    if (!draft.date) return
    setDayChosen(true)
    change(timed(draft.date, chosen))
  }
  // The doctor's next free time is offered until somebody chooses another.
  useEffect(() => {
    if (!days || draft.kind !== 'general' || draft.time !== undefined) return
    const open = draft.date ? day : days.find((one) => one.free > 0 && one.date >= today)
    const first = firstTime(open)
    if (open && first) setDraft((now) => ({ ...now, ...timed(open.date, first) }))
  }, [days, day, draft.kind, draft.time, draft.date, today, timed])

  const conflicts = useMemo(
    () =>
      conflictsOf(
        { ...draft, minutes: minutesOf(draft), kind: draft.kind === 'agent' ? 'general' : draft.kind },
        {
          now: new Date().toISOString(),
          ...(doctor ? { offers: { video: doctor.video, onsite: doctor.onsite } } : {}),
          ...(day && draft.kind === 'general' && draft.interval !== undefined ? { session: session ?? null } : {}),
        },
      ),
    [draft, doctor, day, session],
  )

  const act = useEndpointMutation(reservation, {
    onError: (error) => {
      const found = conflictsIn(error)
      const all = allConflicts(conflicts, found)
      if (all.length) setTold(all)
      return found.length > 0
    },
  })
  const send = async (confirm: 'FEE_BELOW_DEFAULT'[] = []): Promise<void> => {
    // Also a wish that this page knows to lack something: what else stands against it, the server alone knows.
    const { identifier, anyOf: _anyOf, ...rest } = draft
    const body = {
      action: 'book' as const,
      ...rest,
      minutes: minutesOf(draft),
      ...(identifier ? { identifier } : {}),
      confirm,
    }
    try {
      const answer = await act.mutateAsync({ body })
      const [warning] = answer.warnings
      if (answer.entry) {
        setDirty(false)
        const { qid, startAt, patient } = answer.entry
        return onDone({ qid, startAt, name: patient.name, holdUntil: answer.holdUntil })
      }
      const go =
        warning &&
        (await confirmAct({
          title: t('booking.fee.below'),
          text: t('booking.fee.default', {
            fee: formatMoney(warning.fee, warning.currency),
            when: whenText(draft.interval),
          }),
          ok: t('booking.fee.go'),
          cancel: t('booking.fee.back'),
        }))
      if (go) await send(['FEE_BELOW_DEFAULT'])
    } catch (error) {
      if (!(error instanceof ApiError)) showError(error)
    }
  }
  const patients = contacts.data?.patients ?? []
  const patient = [
    ...patients,
    ...(chosen ? [chosen] : []),
    ...(named.data?.patients ?? []),
    ...(standing.data?.patients ?? []),
  ].find(({ pid }) => pid === draft.pid)
  return {
    draft,
    change,
    typed,
    setTyped,
    month,
    setMonth,
    today,
    dirty,
    told,
    contacts,
    standing,
    patients,
    patient,
    doctors,
    doctor,
    free,
    days,
    day,
    dids,
    fees,
    freePay,
    choosePatient,
    chooseDoctor,
    chooseDivision,
    chooseDay,
    chooseTime,
    send: () => void send(),
    busy: act.isPending,
  }
}
export type Booking = ReturnType<typeof useBooking>

export const whenText = (interval: number | undefined) =>
  t(interval !== undefined && [0, 3, 4, 5].includes(interval) ? 'booking.fee.night' : 'booking.fee.day')
