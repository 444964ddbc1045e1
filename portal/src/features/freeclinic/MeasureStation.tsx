import { itemDoubts } from '@teleward/contract/careevents/doubts.ts'
import { type Item, numberOf } from '@teleward/contract/careevents/items.ts'
import type { CareEvent, Entry } from '@teleward/contract/careevents/schema.ts'
import { ageYears } from '@teleward/contract/core/dates.ts'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import type { PersonReading } from '../../devices/inbox.ts'
import { useT } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { useOpenForm } from '../../shell/leaving.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber, formatTime, isoDay } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { useKeys } from '../../ui/keys.ts'
import { itemText, listText, unitText, withUnit } from '../../patterns/careItems.tsx'
import { keepWork } from './queue.ts'
import type { Row } from './rows.ts'

interface Props {
  event: CareEvent
  row: Row
  items: readonly Item[]
  /** What a device has just measured of this person: it stands in the fields, to be looked at and saved. */
  reading?: PersonReading | undefined
  onNext: () => void
}

/** What has stood in the fields once: at the next table, or when one comes back, it does not stand there anew. */
const filledIn = new WeakSet<PersonReading>()

/** The fields of one table. What is saved waits here until it has arrived; what another table wrote is never replaced unseen. */
export function MeasureStation({ event, row, items, reading, onNext }: Props) {
  const t = useT()
  const [typed, setTyped] = useState<Partial<Record<Item, string>>>({})
  const [wrong, setWrong] = useState<Item>()
  const fields = useRef(new Map<Item, InputRef | null>())
  const measured = useRef(new Map<Item, { name: string; type: string; value: string }>())
  useEffect(() => {
    if (!reading || filledIn.has(reading)) return
    filledIn.add(reading)
    for (const [item, value] of valuesIn(reading)) {
      if (!items.includes(item)) continue
      measured.current.set(item, { name: reading.deviceName, type: reading.deviceType, value })
      setTyped((now) => ({ ...now, [item]: value }))
    }
  }, [reading, items])
  const changed = items.filter((item) => typed[item]?.trim())
  useUnsavedGuard('draft', changed.length > 0)
  // Whose it is and at which table stands in the address: the way back takes it away as the menu does.
  useOpenForm(changed.length > 0, { dirty: true, inAddress: true })
  const entryOf = (item: Item, value: number | null, confirmed = false): Entry => ({
    id: crypto.randomUUID(),
    item,
    value,
    confirmed,
    ...(value !== null && measured.current.get(item)?.value === typed[item]
      ? { device: deviceOf(measured.current.get(item)) }
      : {}),
    measuredAt: new Date().toISOString(),
    replaces: (row.values.get(item) ?? []).flatMap((one) => (one.row ? [one.row.id] : [])),
  })
  const keep = (entries: Entry[]) =>
    keepWork({
      clientId: crypto.randomUUID(),
      what: 'measure',
      eventid: event.id,
      name: row.name,
      at: new Date().toISOString(),
      pid: row.pid,
      joining: row.pid === null ? row.joining : null,
      entries,
    })
  const save = async (next: boolean) => {
    const numbers = new Map<Item, number>()
    for (const item of changed) {
      const value = numberOf(item, typed[item] ?? '')
      if (value === null) {
        setWrong(item)
        return fields.current.get(item)?.focus()
      }
      numbers.set(item, value)
    }
    const birthday = row.person?.birthday ?? null
    // Asked before it goes into the queue, which may wait for a line; what the server alone knows, it asks there.
    const doubts = itemDoubts(numbers, {
      standing: standingOf(row),
      age: birthday === null ? null : ageYears(birthday, isoDay()),
    })
    for (const { item, about, value, usual, text } of doubts) {
      const sure = await confirmAct({
        title: t('freeclinic.odd', {
          item: itemText(about),
          value: about === 'diastolic' ? text : formatNumber(value),
          unit: about === 'diastolic' ? '' : unitText(about),
        }),
        text: usual ? t('freeclinic.oddText', usual) : '',
        ok: t('freeclinic.oddOk'),
        cancel: t('freeclinic.oddNo'),
        danger: true,
      })
      if (!sure) return fields.current.get(item)?.focus()
    }
    const entries = [...numbers].map(([item, value]) =>
      entryOf(
        item,
        value,
        doubts.some((one) => one.item === item),
      ),
    )
    setWrong(undefined)
    if (entries.length) {
      keep(entries)
      setTyped({})
      notify({
        kind: 'ok',
        key: 'freeclinic',
        title: t('freeclinic.saved', { name: row.person ? nameOf(row.person) : row.name }),
      })
    }
    if (next) onNext()
  }
  useKeys(
    [{ keys: 'Mod+ENTER', label: t('freeclinic.saveNext'), inFields: true, run: () => void save(true) }],
    items.length > 0,
  )
  const step = (event_: KeyboardEvent, item: Item) => {
    if (event_.key !== 'Enter' || event_.ctrlKey || event_.metaKey || composing(event_)) return
    event_.preventDefault()
    const following = items[items.indexOf(item) + 1]
    if (following) fields.current.get(following)?.focus()
  }
  if (items.length === 0) return <Joined event={event} row={row} onNext={onNext} />
  return (
    <div className="clinicfields">
      {items.map((item, at) => (
        <Line
          key={item}
          label={withUnit(itemText(item), unitText(item))}
          error={wrong === item ? t('freeclinic.noNumber') : undefined}
          hint={<Standing item={item} row={row} onChoose={(value) => keep([entryOf(item, value)])} />}
        >
          {(id, described) => (
            <Input
              ref={(field) => void fields.current.set(item, field)}
              id={id}
              aria-describedby={described}
              className="clinicvalue"
              inputMode="decimal"
              autoComplete="off"
              autoFocus={at === 0}
              maxLength={8}
              status={wrong === item ? 'error' : ''}
              value={typed[item] ?? ''}
              onChange={(e) => setTyped({ ...typed, [item]: e.target.value })}
              onKeyDown={(e) => step(e, item)}
            />
          )}
        </Line>
      ))}
      <div className="row clinicacts">
        <Button onClick={() => void save(false)} disabled={changed.length === 0}>
          {t('common.save')}
        </Button>
        <Button kind="primary" onClick={() => void save(true)}>
          {t('freeclinic.saveNext')}
        </Button>
      </div>
    </div>
  )
}

/** The newest of each item, here and on its way. */
const standingOf = ({ values }: Row): ReadonlyMap<Item, number> =>
  new Map([...values].flatMap(([item, [first]]): [Item, number][] => (first ? [[item, first.value]] : [])))

/** Of a reading the items it is of, as they are typed. Which a glucose is, without its meal, somebody has to say. */
function valuesIn({ kind, value, diastolic, pulse }: PersonReading): [Item, string][] {
  if (kind === 'glucose_unspecified') return []
  if (kind !== 'blood_pressure') return [[kind, String(value)]]
  return [['systolic', value] as const, ['diastolic', diastolic] as const, ['pulse', pulse] as const].flatMap(
    ([item, number]): [Item, string][] => (number === null ? [] : [[item, String(number)]]),
  )
}
const deviceOf = (from: { name: string; type: string } | undefined) => ({
  name: (from?.name ?? '').slice(0, 80),
  type: (from?.type ?? '').slice(0, 40),
})

/** What is there already, by whom and when; two that differ stand side by side until somebody decides. */
function Standing({ item, row, onChoose }: { item: Item; row: Row; onChoose: (value: number) => void }) {
  const t = useT()
  const there = row.values.get(item) ?? []
  if (there.length === 0) return null
  const differ = new Set(there.map(({ value }) => value)).size > 1
  return (
    <span className={differ ? 'clinicdiffer' : ''}>
      {differ && <b className="c-warn">{t('freeclinic.differ')}</b>}
      {there.map(({ value, waiting, row: kept }, at) => (
        <span key={kept?.id ?? `waiting ${at}`} className="num">
          {formatNumber(value)}{' '}
          {kept ? `${formatTime(kept.measuredAt)} ${nameOf(kept.by)}` : t('freeclinic.queue.onWay')}
          {kept?.device ? ` · ${kept.device}` : ''}
          {differ && !waiting && (
            <Button size="sm" onClick={() => onChoose(value)}>
              {t('freeclinic.takeThis')}
            </Button>
          )}
        </span>
      ))}
    </span>
  )
}

/** At the table where one joins: what this person still misses. */
function Joined({ event, row, onNext }: Omit<Props, 'items' | 'reading'>) {
  const t = useT()
  const missing = event.items.filter((item) => !row.values.get(item)?.length)
  return (
    <div className="clinicfields">
      <p>
        {row.number === null ? t('freeclinic.queue.numberLater') : t('freeclinic.hasNumber', { number: row.number })}
      </p>
      <p className="t2 f13">
        {missing.length === 0
          ? t('freeclinic.allThere')
          : t('freeclinic.missing', { items: listText(missing.map(itemText)) })}
      </p>
      <div className="row clinicacts">
        <Button kind="primary" onClick={onNext}>
          {t('freeclinic.next')}
        </Button>
      </div>
    </div>
  )
}
