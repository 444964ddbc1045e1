import { items, type Item } from '@teleward/contract/careevents/items.ts'
import { postEvent, putEvent } from '@teleward/contract/careevents/endpoints.ts'
import { limitsFit, type OwnLimits, programmes, type Programme } from '@teleward/contract/careevents/programmes.ts'
import { type EventKind, eventKinds } from '@teleward/contract/careevents/rules.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { Checkbox, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { isoDay } from '../../ui/format.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { itemText } from '../../patterns/careItems.tsx'
import { LimitsLines } from './LimitsLines.tsx'
import { programmeText } from './screening-labels.tsx'

const FIRST: readonly Item[] = ['height', 'weight', 'systolic', 'diastolic', 'pulse']

interface Props {
  event?: CareEvent
  /** Of a new one, where the screen says it. */
  kind?: EventKind
  onClose: (id?: number) => void
}
/** A new event, or one that is changed. */
export function EventForm({ event, kind = 'clinic', onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const units = useMe().unit_list
  const begun = {
    kind: event?.kind ?? kind,
    unit: event?.unit.id ?? units[0]?.id ?? 0,
    name: event?.name ?? '',
    place: event?.place ?? '',
    startsOn: event?.startsOn ?? isoDay(),
    endsOn: event?.endsOn ?? isoDay(),
    items: event?.items ?? (kind === 'clinic' ? [...FIRST] : []),
    programmes: event?.programmes ?? ([] as Programme[]),
    limits: (event?.limits ?? {}) as OwnLimits,
    note: event?.note ?? '',
  }
  const [typed, setTyped] = useState<Partial<typeof begun>>({})
  const value = { ...begun, ...typed }
  const set = (change: Partial<typeof begun>) => setTyped((now) => ({ ...now, ...change }))
  const screensFor = value.kind === 'clinic' ? [] : value.programmes
  const done = ({ id }: CareEvent) => {
    notify({ kind: 'ok', title: t(event ? 'freeclinic.form.changed' : 'freeclinic.form.made') })
    onClose(id)
  }
  const options = { onDone: done, onError: (error: Parameters<typeof refusal.take>[0]) => refusal.take(error) }
  const make = useEndpointMutation(postEvent, options)
  const change = useEndpointMutation(putEvent, options)
  const submit = () => {
    for (const field of ['name', 'place'] as const)
      if (!value[field].trim()) return refusal.refuse(field, t('common.required'))
    if (value.kind === 'hpa' && screensFor.length === 0) return refusal.refuse('programmes', t('common.required'))
    if (value.items.length + screensFor.length === 0) return refusal.refuse('items', t('common.required'))
    // Ages of a programme that is no longer chosen go with it.
    const limits = Object.fromEntries(
      screensFor.flatMap((one) => (value.limits[one] ? [[one, [...value.limits[one]]]] : [])),
    )
    if (!screensFor.every((one) => !value.limits[one] || limitsFit(one, value.limits[one])))
      return refusal.refuse('limits', t('screening.limits.unfit'))
    refusal.clear()
    const { unit, ...said } = value
    const rest = { ...said, programmes: screensFor, limits }
    if (event) change.mutate({ params: { id: event.id }, body: { ...rest, version: event.version } })
    else make.mutate({ body: { ...rest, unit } })
  }
  return (
    <FormDrawer
      open
      title={t(event ? 'freeclinic.form.edit' : 'freeclinic.new')}
      dirty={Object.keys(typed).length > 0}
      busy={make.isPending || change.isPending}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => onClose()}
    >
      <FormColumn>
        <Segmented
          aria-label={t('freeclinic.column.kind')}
          value={value.kind}
          onChange={(kind) => set({ kind })}
          options={eventKinds.map((one) => ({ value: one, label: t(`freeclinic.kind.${one}`) }))}
        />
        <Line label={t('freeclinic.column.name')} required error={refusal.of('name')}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              maxLength={120}
              value={value.name}
              onChange={(e) => set({ name: e.target.value })}
            />
          )}
        </Line>
        <Line label={t('freeclinic.form.place')} required error={refusal.of('place')}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              maxLength={200}
              value={value.place}
              onChange={(e) => set({ place: e.target.value })}
            />
          )}
        </Line>
        {!event && units.length > 1 && (
          <Line label={t('freeclinic.form.unit')} error={refusal.of('unit')}>
            {(id) => (
              <Select
                id={id}
                className="wide"
                value={value.unit}
                onChange={(unit) => set({ unit })}
                options={units.map((one) => ({ value: one.id, label: nameOf(one) }))}
              />
            )}
          </Line>
        )}
        <DayLine
          label={t('freeclinic.form.from')}
          value={value.startsOn}
          onChange={(startsOn) => set({ startsOn, endsOn: value.endsOn < startsOn ? startsOn : value.endsOn })}
        />
        <DayLine
          label={t('freeclinic.form.to')}
          value={value.endsOn}
          error={refusal.of('endsOn')}
          onChange={(endsOn) => set({ endsOn })}
        />
        {value.kind !== 'clinic' && (
          <Line
            label={t('freeclinic.form.programmes')}
            required={value.kind === 'hpa'}
            error={refusal.of('programmes')}
          >
            {() => (
              <Checkbox.Group
                className="eventitems"
                value={value.programmes}
                options={programmes.map((one) => ({ value: one, label: programmeText(one) }))}
                onChange={(next) => set({ programmes: programmes.filter((one) => next.includes(one)) })}
              />
            )}
          </Line>
        )}
        {screensFor.length > 0 && (
          <LimitsLines
            programmes={screensFor}
            value={value.limits}
            error={refusal.of('limits')}
            onChange={(limits) => set({ limits })}
          />
        )}
        <Line label={t('freeclinic.form.items')} required={value.kind === 'clinic'} error={refusal.of('items')}>
          {() => (
            <Checkbox.Group
              className="eventitems"
              value={value.items}
              options={items.map((one) => ({ value: one, label: itemText(one) }))}
              onChange={(next) => set({ items: items.filter((one) => next.includes(one)) })}
            />
          )}
        </Line>
        <Line label={t('freeclinic.form.note')}>
          {(id) => (
            <GrowingArea
              id={id}
              lines={2}
              most={8}
              maxLength={2000}
              value={value.note}
              onChange={(e) => set({ note: e.target.value })}
            />
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}
