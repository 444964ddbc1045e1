import { addDays, weekday } from '@teleward/contract/core/dates.ts'
import { fetchShift, schedule } from '@teleward/contract/shifts/endpoints.ts'
import { overlapOf, templateWeek, weekMask } from '@teleward/contract/shifts/rules.ts'
import type { PatternEntry, ShiftTable, WeekEntry } from '@teleward/contract/shifts/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Grid, type CellView } from './Grid.tsx'
import { History } from './History.tsx'
import { PatternForm } from './PatternForm.tsx'
import { hoursError } from './refusal.ts'
import { type Interval, rowsOf } from './rows.ts'
import { EmptyBody, SiteLine } from './ShiftCard.tsx'
import type { ShiftChange } from './useShiftChange.ts'
import { endText, hoursText, partName, siteName, weekdayName } from './labels.ts'
import { Segmented } from 'antd'

interface Props {
  did: number
  table: ShiftTable
  editable: boolean
  all: boolean
  change: ShiftChange
}
/** How far ahead bookings are counted beside the pattern. */
const BOOKED_DAYS = 28
const DAYS = [1, 2, 3, 4, 5, 6, 7]
const keyOf = ({ weekday, interval }: { weekday: number; interval: number }) => `${weekday} ${interval}`
const plain = ({ weekday, interval, start, end, capacity, slotMinutes, site }: WeekEntry): WeekEntry => ({
  weekday,
  interval,
  start,
  end,
  capacity,
  slotMinutes,
  site,
})
/** The cells that hold on a day. */
const inForceOn = (pattern: readonly PatternEntry[], day: string) =>
  pattern.filter(({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || validUntil > day))

/** The weekly pattern: cells are put together here, and sent as a whole with the date they hold from. */
export function PatternTab({ did, table, editable, all, change }: Props) {
  const phone = usePhone()
  const tomorrow = addDays(table.today, 1)
  const [from, setFrom] = useState(tomorrow)
  /** `null`: the cell goes. */
  const [edits, setEdits] = useState<ReadonlyMap<string, WeekEntry | null>>(new Map())
  const [open, setOpen] = useState<{ weekday: number; part: Interval } | null>(null)
  const [copied, setCopied] = useState<WeekEntry | null>(null)
  const [error, setError] = useState('')
  const [day, setDay] = useState(1)
  const [history, setHistory] = useState(false)
  useUnsavedGuard('draft', edits.size > 0)
  const to = addDays(tomorrow, BOOKED_DAYS - 1)
  const coming = useQuery(endpointQuery(fetchShift, { body: { did, from: tomorrow, to } })).data?.shifts
  const bookedAt = (weekdayOf: number, part: number) =>
    coming
      ?.filter((one) => one.did === did && one.interval === part && weekday(one.date) === weekdayOf)
      .reduce((sum, { booked }) => sum + booked, 0)
  const held = new Map(inForceOn(table.pattern, from).map((entry) => [keyOf(entry), entry]))
  const cellAt = (weekday: number, part: number): WeekEntry | undefined => {
    const key = `${weekday} ${part}`
    const edit = edits.get(key)
    return edit === null ? undefined : (edit ?? held.get(key))
  }
  const whole = DAYS.flatMap((weekday) => [0, 1, 2, 3, 4, 5, 6].flatMap((part) => cellAt(weekday, part) ?? []))
  const put = (weekday: number, part: number, entry: WeekEntry | null) => {
    setError('')
    setEdits((now) => {
      const next = new Map(now)
      const key = `${weekday} ${part}`
      const was = held.get(key)
      const same = entry ? was && JSON.stringify(plain(was)) === JSON.stringify(plain(entry)) : !was
      if (same) next.delete(key)
      else next.set(key, entry)
      return next
    })
  }
  const rows = rowsOf(
    [...whole, ...held.values()].map(({ interval }) => interval),
    all,
  )
  const plannedFor = (weekday: number, part: number) =>
    table.pattern.find((entry) => keyOf(entry) === `${weekday} ${part}` && entry.validFrom > from)

  const cell = (column: number, part: Interval): CellView => {
    const on = column + 1
    const entry = cellAt(on, part)
    const changed = edits.has(`${on} ${part}`)
    const names = { day: weekdayName(on), part: partName(part) }
    const booked = bookedAt(on, part)
    if (!entry)
      return {
        name: t(editable ? 'shifts.cellEmpty' : 'shifts.cellEmptyReadOnly', names),
        className: `add ${changed ? 'chg' : ''}`,
        body: <EmptyBody adds={editable} />,
        opens: editable,
      }
    const planned = plannedFor(on, part)
    const until = held.get(`${on} ${part}`)?.validUntil
    return {
      name: `${t('shifts.cellPattern', {
        ...names,
        start: entry.start,
        end: endText(entry),
        site: siteName(entry.site),
        max: entry.capacity,
      })}${booked ? ` ${t('shifts.pattern.booked', { count: booked })}` : ''}`,
      className: changed ? 'chg' : '',
      body: (
        <>
          <span className="tm">{hoursText(entry)}</span>
          <SiteLine site={entry.site} />
          {!changed && planned && (
            <span className="f12 c-info wrap">
              {t('shifts.pattern.next', { date: formatDate(planned.validFrom), hours: hoursText(planned) })}
            </span>
          )}
          {!changed && !planned && until && (
            <span className="f12 c-info wrap">{t('shifts.pattern.ended', { date: formatDate(until) })}</span>
          )}
          <span className="ld">
            <span>
              {changed ? t('shifts.legend.changed') : booked ? t('shifts.pattern.booked', { count: booked }) : ''}
            </span>
            <span>
              {t('shifts.max')} {entry.capacity}
            </span>
          </span>
        </>
      ),
      opens: editable,
    }
  }

  const save = async () => {
    setError('')
    const entries = [...edits.values()].flatMap((entry) => entry ?? [])
    const gone = [...edits].flatMap(([key, entry]) => {
      const [weekday = 0, interval = 0] = key.split(' ').map(Number)
      return entry === null ? [{ weekday, interval }] : []
    })
    if (overlapOf(whole)) return setError(errorText('SHIFT_OVERLAP'))
    const what = t('shifts.affected.pattern', { date: formatDate(from) })
    const refused = await change.change(schedule, { did, entries, remove: gone, effectiveFrom: from }, what, () =>
      setEdits(new Map()),
    )
    if (refused) setError(hoursError(refused)?.text ?? '')
  }
  const empty = table.pattern.length === 0 && edits.size === 0
  const template = () => {
    for (const entry of templateWeek()) put(entry.weekday, entry.interval, { ...entry, slotMinutes: 15, site: 'any' })
  }
  const dayShown = phone ? { only: day - 1 } : {}
  return (
    <>
      <div className="row patternbar">
        <span className="t3 f13 grow">{t('shifts.pattern.intro')}</span>
        <span className="t2 f13">{t('shifts.pattern.from')}</span>
        <DayPicker
          value={from}
          label={t('shifts.pattern.from')}
          text={formatDate}
          onChange={(next) => setFrom(next > table.today ? next : tomorrow)}
        />
        {editable && (
          <>
            {edits.size > 0 && (
              <>
                <span className="c-warn f13">{t('shifts.pattern.changes', { count: edits.size })}</span>
                <Button onClick={() => setEdits(new Map())}>{t('shifts.pattern.discard')}</Button>
              </>
            )}
            <Button kind="primary" disabled={edits.size === 0} loading={change.busy} onClick={() => void save()}>
              {t('shifts.pattern.save')}
            </Button>
          </>
        )}
      </div>
      {error && (
        <p className="help err" role="alert">
          {error}
        </p>
      )}
      {empty && editable && (
        <EmptyState
          title={t('shifts.pattern.emptyTitle')}
          text={t('shifts.pattern.emptyText')}
          actions={
            <Button kind="primary" onClick={template}>
              {t('shifts.pattern.template')}
            </Button>
          }
        />
      )}
      {phone && (
        <Segmented
          block
          value={day}
          onChange={(next) => setDay(Number(next))}
          options={DAYS.map((value) => ({ value, label: weekdayName(value) }))}
        />
      )}
      <Grid
        label={t('shifts.tab.pattern')}
        columns={DAYS.map((weekday) => ({ key: String(weekday), title: weekdayName(weekday) }))}
        rows={rows}
        {...dayShown}
        cell={cell}
        onOpen={(column, part) => setOpen({ weekday: column + 1, part })}
        onCopy={(column, part) => setCopied(cellAt(column + 1, part) ?? null)}
        onPaste={(column, part) =>
          editable && copied && put(column + 1, part, { ...plain(copied), weekday: column + 1, interval: part })
        }
      />
      <p className="f12 t3 num">
        {t('common.pair', { name: t('shifts.pattern.mask'), value: weekMask(whole).toString(2).padStart(14, '0') })}
      </p>
      <details className="more" onToggle={(event) => setHistory(event.currentTarget.open)}>
        <summary>{t('shifts.pattern.history')}</summary>
        {history && <History did={did} today={table.today} />}
      </details>
      {open && (
        <PatternForm
          key={`${open.weekday} ${open.part}`}
          weekday={open.weekday}
          part={open.part}
          entry={cellAt(open.weekday, open.part)}
          onPut={(entry) => {
            put(open.weekday, open.part, entry)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
