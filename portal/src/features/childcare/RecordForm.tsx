import { evaluate } from '@teleward/contract/childcare/evaluate.ts'
import { planOf } from '@teleward/contract/childcare/plan.ts'
import { STOOL_COLOURS, stoolVerdict, type Vaccine, vaccines } from '@teleward/contract/childcare/schedule.ts'
import type { ChildCare, ChildRecord } from '@teleward/contract/childcare/schema.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { askOdd } from '../../patterns/askOdd.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { type Asked, callsOf, lots } from './calls.ts'
import { problemText, recordText, vaccineText, visitText, WhoseLine } from './words.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  care: ChildCare
  asked: Asked
  onClose: () => void
}
interface Values {
  on: string
  vaccine: Vaccine | null
  dose: number | null
  lot: string
  place: string
  reaction: string
  visit: number | null
  weightKg: number | null
  lengthCm: number | null
  headCm: number | null
  standing: boolean | null
  colour: number | null
  note: string
}
function valuesOf({ record, vaccine, number, kind }: Asked, { plan }: ChildCare): Values {
  const next = plan?.due.find((one) => one.kind === kind)
  const which = vaccine ?? (kind === 'vaccination' ? (next?.vaccine ?? 'Influenza') : null)
  const n = number ?? next?.number ?? 1
  return {
    on: record?.on ?? isoDay(),
    vaccine: record?.vaccine ?? which,
    dose: record?.dose ?? (kind === 'vaccination' ? n : null),
    lot: record ? (record.lot ?? '') : (lots.get(which ?? '') ?? ''),
    place: record ? (record.place ?? '') : (lots.get('place') ?? ''),
    reaction: record?.reaction ?? '',
    visit: record?.visit ?? (kind === 'preventive' ? n : null),
    weightKg: record?.weightKg ?? null,
    lengthCm: record?.lengthCm ?? null,
    headCm: record?.headCm ?? null,
    standing: record?.standing ?? null,
    colour: record?.colour ?? null,
    note: record?.note ?? '',
  }
}

/** What was given or seen of a child. What would not count says so before it is sent; the person who gave it decides. */
export function RecordForm({ care, asked, onClose }: Props) {
  const { kind } = asked
  const { pid } = care.patient
  const [first] = useState(() => valuesOf(asked, care))
  const [now, setNow] = useState(first)
  const [standing, setStanding] = useState<ChildRecord | null>(null)
  const [tried, setTried] = useState(false)
  const refusal = useRefusal()
  const set = (next: Partial<Values>) => {
    refusal.clear()
    setNow({ ...now, ...next })
  }
  const record = standing ?? asked.record
  const onError = (error: ApiError) => {
    if (error.code === 'VERSION_STALE') {
      setStanding(error.data as ChildRecord)
      void invalidateTags(['childcare'])
      return true
    }
    if (error.code === 'DOSE_EXISTS') {
      const there = error.data as ChildRecord
      const by = there.entered.by ? nameOf(there.entered.by) : t('childcare.somebody')
      void invalidateTags(['childcare'])
      refusal.refuse('dose', `${errorText('DOSE_EXISTS')}（${formatDate(there.on)} ${by}）`)
      return true
    }
    return refusal.take(error)
  }
  const onDone = () => {
    if (now.vaccine) lots.set(now.vaccine, now.lot.trim())
    lots.set('place', now.place.trim())
    notify({ kind: 'ok', key: `child-${pid}`, title: t('childcare.saved') })
    onClose()
  }
  const add = useEndpointMutation(callsOf[kind].add, {
    onDone,
    onError: (error, { body }) =>
      askOdd(error, () => add.mutate({ body: { ...body, confirmed: true } as never })) || onError(error),
  })
  const update = useEndpointMutation(callsOf[kind].update, {
    onDone,
    onError: (error, { body }) =>
      askOdd(error, () => update.mutate({ body: { ...body, confirmed: true } as never })) || onError(error),
  })
  const gone = record?.withdrawn ?? null
  const missing = kind === 'biliary' && now.colour === null
  const send = () => {
    if (missing) return setTried(true)
    const body = bodyOf(asked, pid, now)
    // Whoever took it back while it was being changed: what is written now is a record of its own.
    if (record && !gone) update.mutate({ body: { ...body, id: record.id, version: record.version } as never })
    else add.mutate({ body: body as never })
  }
  return (
    <FormDrawer
      open
      title={t(asked.record ? 'childcare.changeOf' : 'childcare.addOf', { name: t(`childcare.part.${kind}`) })}
      dirty={now !== first}
      busy={add.isPending || update.isPending}
      submit={gone ? t('childcare.recordAnew') : standing ? t('childcare.overIt') : t('common.save')}
      onSubmit={send}
      onClose={onClose}
    >
      <FormColumn>
        <WhoseLine patient={care.patient} />
        {standing && <Meanwhile standing={standing} />}
        <Warning care={care} asked={asked} now={now} />
        <DayLine label={t('childcare.on')} value={now.on} error={refusal.of('on')} onChange={(on) => set({ on })} />
        {kind === 'vaccination' && <VaccineLines care={care} now={now} set={set} error={refusal.of('dose')} />}
        {kind === 'preventive' && <VisitLines now={now} set={set} error={refusal.of('dose')} />}
        {kind === 'fluoride' && refusal.of('dose') && (
          <p className="help err" role="alert">
            {refusal.of('dose')}
          </p>
        )}
        {kind === 'biliary' && (
          <StoolCard colour={now.colour} wrong={tried && missing} onPick={(colour) => set({ colour })} />
        )}
        <Line label={t('childcare.place')}>
          {(id) => (
            <Input id={id} maxLength={80} value={now.place} onChange={(event) => set({ place: event.target.value })} />
          )}
        </Line>
        <Line label={t('childcare.note')}>
          {(id) => (
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={500}
              value={now.note}
              onChange={(event) => set({ note: event.target.value })}
            />
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}

function bodyOf({ kind }: Asked, pid: number, now: Values) {
  const lines = { pid, on: now.on, place: now.place.trim(), note: now.note.trim() }
  if (kind === 'vaccination')
    return { ...lines, vaccine: now.vaccine, dose: now.dose ?? 1, lot: now.lot.trim(), reaction: now.reaction.trim() }
  const { visit, weightKg, lengthCm, headCm, standing, colour } = now
  if (kind === 'preventive') return { ...lines, visit: visit ?? 1, weightKg, lengthCm, headCm, standing }
  return kind === 'biliary' ? { ...lines, colour } : lines
}

/** What another made of it while this form was open. */
function Meanwhile({ standing }: { standing: ChildRecord }) {
  const { withdrawn, changed } = standing
  const who = (withdrawn ?? changed)?.by
  const name = who ? nameOf(who) : t('childcare.somebody')
  return (
    <div className="alert warn" role="alert">
      <div className="grow">
        <b>
          {withdrawn ? t('childcare.goneBy', { name, reason: withdrawn.reason }) : t('childcare.changedBy', { name })}
        </b>
        <p>
          <span className="num">{formatDate(standing.on)}</span> {recordText(standing)} {standing.lot} {standing.note}
        </p>
      </div>
    </div>
  )
}

/** The rules that this would not keep, as the schedule judges it. */
function Warning({ care: { patient, records, facts, plan }, asked, now }: Props2) {
  if (!plan || !patient.birthday || now.on < patient.birthday) return null
  const others = records.filter(({ withdrawn, id }) => withdrawn === null && id !== asked.record?.id)
  const problems =
    asked.kind === 'vaccination' && now.vaccine && now.dose
      ? evaluate(now.vaccine, patient.birthday, [
          ...others.flatMap(({ id, vaccine, dose, on }) => (vaccine && dose ? [{ id, vaccine, dose, on }] : [])),
          { id: 'now', vaccine: now.vaccine, dose: now.dose, on: now.on },
        ]).problems
      : asked.kind === 'fluoride'
        ? planOf(
            { birthday: patient.birthday, hbvMother: null, group: facts.fluorideGroup },
            {
              doses: [],
              preventive: [],
              stool: [],
              fluoride: [...others.map(({ id, on }) => ({ id, on })), { id: 'now', on: now.on }],
            },
            isoDay(),
          ).problems
        : []
  const visit = asked.kind === 'preventive' ? plan.visits.find((one) => one.visit === now.visit) : undefined
  const outside = visit?.dueOn && (now.on < visit.dueOn || now.on > visit.until)
  const own = problems.filter((one) => one.record === 'now')
  if (own.length === 0 && !outside) return null
  return (
    <div className="alert warn" role="alert">
      <div className="grow">
        {own.map((one) => (
          <p key={one.rule}>{problemText(one)}</p>
        ))}
        {visit?.dueOn && outside && (
          <p>{t('childcare.outside', { from: formatDate(visit.dueOn), to: formatDate(visit.until) })}</p>
        )}
      </div>
    </div>
  )
}
type Props2 = Omit<Props, 'onClose'> & { now: Values }

interface LinesProps {
  now: Values
  set: (next: Partial<Values>) => void
  error: string | undefined
}
function VaccineLines({ care: { plan }, now, set, error }: LinesProps & Pick<Props, 'care'>) {
  // Of another vaccine another dose is next.
  const pick = (vaccine: Vaccine) =>
    set({
      vaccine,
      lot: lots.get(vaccine) ?? '',
      dose: plan?.due.find((one) => one.vaccine === vaccine)?.number ?? now.dose,
    })
  return (
    <>
      <Line label={t('childcare.vaccine')} required>
        {(id) => (
          <Select<Vaccine>
            id={id}
            className="wide"
            value={now.vaccine}
            onChange={pick}
            options={vaccines.map((value) => ({ value, label: vaccineText(value) }))}
          />
        )}
      </Line>
      <Line label={t('childcare.doseNo')} required error={error}>
        {(id, described) => (
          <NumberField
            id={id}
            aria-describedby={described}
            min={1}
            max={9}
            precision={0}
            status={error ? 'error' : ''}
            value={now.dose}
            onChange={(dose) => set({ dose: dose ?? 1 })}
          />
        )}
      </Line>
      <Line label={t('childcare.lot')}>
        {(id) => (
          <Input id={id} maxLength={40} value={now.lot} onChange={(event) => set({ lot: event.target.value })} />
        )}
      </Line>
      <Line label={t('childcare.reaction')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={300}
            value={now.reaction}
            onChange={(event) => set({ reaction: event.target.value })}
          />
        )}
      </Line>
    </>
  )
}
function VisitLines({ now, set, error }: LinesProps) {
  const number = (key: 'weightKg' | 'lengthCm' | 'headCm', min: number, max: number) => (
    <Line key={key} label={t(`childcare.measure.${key}`)}>
      {(id) => (
        <NumberField
          id={id}
          className="wide"
          min={min}
          max={max}
          precision={key === 'weightKg' ? 3 : 1}
          value={now[key]}
          onChange={(value) => set({ [key]: value })}
        />
      )}
    </Line>
  )
  return (
    <>
      <Line label={t('childcare.visitNo')} required error={error}>
        {(id, described) => (
          <Select<number>
            id={id}
            aria-describedby={described}
            className="wide"
            value={now.visit}
            onChange={(visit) => set({ visit })}
            options={[1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: visitText(value) }))}
          />
        )}
      </Line>
      {number('weightKg', 0.3, 200)}
      {number('lengthCm', 20, 220)}
      <Line label={t('childcare.how')}>
        {(id) => (
          <Select<string>
            id={id}
            className="wide"
            value={now.standing === null ? 'usual' : now.standing ? 'standing' : 'lying'}
            onChange={(next) => set({ standing: next === 'usual' ? null : next === 'standing' })}
            options={(['usual', 'lying', 'standing'] as const).map((value) => ({
              value,
              label: t(`childcare.howOf.${value}`),
            }))}
          />
        )}
      </Line>
      {number('headCm', 15, 70)}
    </>
  )
}

interface CardProps {
  colour: number | null
  wrong: boolean
  onPick: (colour: number) => void
}
/** The card to compare with: what lies outside of the printed one is a guess, and says so. */
function StoolCard({ colour, wrong, onPick }: CardProps) {
  const bad = colour !== null && stoolVerdict(colour) === 'abnormal'
  return (
    <fieldset className="ccstool">
      <legend className="lab">{t('childcare.colour')}</legend>
      <p className="t3 f12">{t('childcare.colourHint')}</p>
      <div className="ccswatches">
        {Array.from({ length: STOOL_COLOURS }, (_, at) => at + 1).map((one) => (
          <label key={one} className={`ccswatch s${one}`}>
            <input type="radio" name="colour" checked={colour === one} onChange={() => onPick(one)} />
            <i aria-hidden />
            <span>
              {one} {t(stoolVerdict(one) === 'abnormal' ? 'childcare.abnormal' : 'childcare.normal')}
            </span>
          </label>
        ))}
      </div>
      {wrong && (
        <p className="help err" role="alert">
          {errorText('FIELD_EMPTY')}
        </p>
      )}
      {bad && (
        <p className="alert bad" role="alert">
          {t('childcare.stoolNow')}
        </p>
      )}
    </fieldset>
  )
}
