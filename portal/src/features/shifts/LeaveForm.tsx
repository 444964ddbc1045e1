import { addDays } from '@teleward/contract/core/dates.ts'
import { fetchShift, getAffected, settleAffected, updateLeave } from '@teleward/contract/shifts/endpoints.ts'
import { intervalOrder } from '@teleward/contract/shifts/rules.ts'
import type { DayOff } from '@teleward/contract/shifts/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, showError, errorMessage } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateOfWeek } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import type { ShiftChange } from './useShiftChange.ts'
import { partName, shortDay } from './labels.ts'

interface Props {
  did: number
  today: string
  change: ShiftChange
  onClose: () => void
}

/** Days off, whole or by parts; what is planned can be given back. */
export function LeaveForm({ did, today, change, onClose }: Props) {
  const me = useMe()
  const tomorrow = addDays(today, 1)
  const [[from, to], setDays] = useState<[string | undefined, string | undefined]>([tomorrow, tomorrow])
  const [intervals, setIntervals] = useState<number[]>([])
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const id = useId()
  const send = async (body: object, what: string) => {
    setError('')
    const refused = await change.change(updateLeave, { did, ...body }, what, onClose)
    if (refused) setError(errorMessage(refused))
  }
  const [looking, setLooking] = useState(false)
  /** All that is left of today, to be moved, handed over or called off at once. */
  const settleToday = async () => {
    setLooking(true)
    try {
      const { affected } = await call(getAffected, { params: { did }, query: { today: '1' } })
      if (affected.length === 0) return notify({ kind: 'info', title: t('shifts.leave.todayNone') })
      onClose()
      change.settle(settleAffected, did, t('shifts.leave.todayWhat'), affected, true)
    } catch (failed) {
      showError(failed)
    } finally {
      setLooking(false)
    }
  }
  const submit = () => {
    const [first = tomorrow, last = first] = [from, to]
    const what =
      first === last
        ? t('shifts.affected.leaveDay', { from: shortDay(first) })
        : t('shifts.affected.leave', { from: shortDay(first), to: shortDay(last) })
    void send({ from: first, to: last, intervals, ...(reason.trim() ? { reason: reason.trim() } : {}) }, what)
  }
  return (
    <FormDrawer
      open
      title={t('shifts.leave.title')}
      dirty={(intervals.length > 0 || reason !== '') && change.asked === null}
      busy={change.busy}
      submit={t('shifts.leave.submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="hoursform">
        <span className="lab">{t('shifts.leave.days')}</span>
        <DayRangePicker from={from} to={to} label={t('shifts.leave.days')} onChange={(...days) => setDays(days)} />
        <p className={`help ${error ? 'err' : ''}`} aria-live="polite">
          {error || t('shifts.tomorrowOn')}
        </p>
        <label className="lab" htmlFor={`${id}-parts`}>
          {t('shifts.leave.parts')}
          <Select<number[]>
            id={`${id}-parts`}
            mode="multiple"
            value={intervals}
            onChange={setIntervals}
            options={intervalOrder.map((value) => ({ value, label: partName(value) }))}
          />
        </label>
        <label className="lab" htmlFor={`${id}-reason`}>
          {t('shifts.leave.reason')}
          <Input
            id={`${id}-reason`}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        <div className="banner info">
          <p>{t('shifts.leave.today')}</p>
          <div className="row wrap">
            {did === me.mid && (
              <Button kind="primary" loading={looking} onClick={() => void settleToday()}>
                {t('shifts.leave.todayAll')}
              </Button>
            )}
            <Button
              onClick={() => {
                onClose()
                void go('apptmgmt', {}, { did: String(did) })
              }}
            >
              {t('shifts.leave.todayGo')}
            </Button>
          </div>
        </div>
        <h2>{t('shifts.leave.list')}</h2>
        <PlannedLeave
          did={did}
          today={today}
          busy={change.busy}
          onGive={({ date, interval }) =>
            void send(
              { from: date, to: date, intervals: interval === null ? [] : [interval], remove: true },
              t('shifts.leave.give'),
            )
          }
        />
      </div>
    </FormDrawer>
  )
}

interface PlannedProps {
  did: number
  today: string
  busy: boolean
  onGive: (off: DayOff) => void
}
/** All leave that is planned, whichever week is on the screen. */
export function PlannedLeave({ did, today, busy, onGive }: PlannedProps) {
  const planned = useQuery(endpointQuery(fetchShift, { body: { did, from: today, to: today, planned: true } }))
  return (
    <Loaded answer={planned} failed={t('shifts.loadFailed')} lines={2}>
      {({ daysOff }) => {
        const mine = daysOff.filter((off) => off.did === did && off.kind === 'leave' && off.date > today)
        if (mine.length === 0) return <p className="help">{t('shifts.leave.none')}</p>
        return (
          <ul className="leavelist">
            {mine.map((off) => (
              <li key={off.id} className="row">
                <span className="grow num">
                  {off.date.slice(0, 4) === today.slice(0, 4) ? shortDay(off.date) : formatDateOfWeek(off.date)}{' '}
                  {off.interval !== null && partName(off.interval)}
                  {off.reason && <span className="f12 t3 block">{off.reason}</span>}
                </span>
                <Button size="sm" disabled={busy} onClick={() => onGive(off)}>
                  {t('shifts.leave.give')}
                </Button>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
