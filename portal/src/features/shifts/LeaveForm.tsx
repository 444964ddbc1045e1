import { addDays } from '@teleward/contract/core/dates.ts'
import { getAffected, settleAffected, updateLeave } from '@teleward/contract/shifts/endpoints.ts'
import { intervalOrder } from '@teleward/contract/shifts/rules.ts'
import type { DayOff } from '@teleward/contract/shifts/schema.ts'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { showError, errorMessage } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import type { ShiftChange } from './useShiftChange.ts'
import { partName, shortDay } from './labels.ts'

interface Props {
  did: number
  today: string
  daysOff: readonly DayOff[]
  change: ShiftChange
  onClose: () => void
}

/** Days off, whole or by parts; what is planned can be given back. */
export function LeaveForm({ did, today, daysOff, change, onClose }: Props) {
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
  const mine = daysOff.filter((off) => off.did === did && off.kind === 'leave' && off.date > today)
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
        {mine.length === 0 && <p className="help">{t('shifts.leave.none')}</p>}
        <ul className="leavelist">
          {mine.map((off) => (
            <li key={off.id} className="row">
              <span className="grow num">
                {shortDay(off.date)} {off.interval !== null && partName(off.interval)}
                {off.reason && <span className="f12 t3 block">{off.reason}</span>}
              </span>
              <Button
                size="sm"
                disabled={change.busy}
                onClick={() =>
                  void send(
                    {
                      from: off.date,
                      to: off.date,
                      intervals: off.interval === null ? [] : [off.interval],
                      remove: true,
                    },
                    t('shifts.leave.give'),
                  )
                }
              >
                {t('shifts.leave.give')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </FormDrawer>
  )
}
