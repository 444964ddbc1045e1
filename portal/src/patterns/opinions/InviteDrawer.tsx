import { addDays } from '@teleward/contract/core/dates.ts'
import { opinionDoctors, postOpinion } from '@teleward/contract/opinions/endpoints.ts'
import { type OpinionType, opinionTypes, QUESTION_MAX } from '@teleward/contract/opinions/rules.ts'
import type { PickedRecords } from '@teleward/contract/opinions/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Segmented, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatDate, isoDay } from '../../ui/format.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { DayPicker } from '../DayPicker.tsx'
import { FormDrawer } from '../FormDrawer.tsx'
import { FormColumn, Line, useRefusal } from '../FormLines.tsx'
import { useKeptForm } from '../keptForm.ts'
import { kindText } from '../limits.ts'
import { nameOf } from '../Patient.tsx'
import { RecordPicker, type Span } from './RecordPicker.tsx'
import './opinions.css'

interface Typed {
  question: string
  invitedMid?: number | undefined
  type: OpinionType
  dueOn?: string | undefined
  shareName: boolean
  records: PickedRecords
  span: Span
}
const NOTHING: Typed = {
  question: '',
  type: 'opinion',
  shareName: false,
  records: { notes: [], files: [], readings: [] },
  span: {},
}
const DUE_DAYS = 7

interface Props {
  pid: number
  /** Whose record it is: one looks at the name before anything is shown. */
  name: string
  /** A picture that is put into the opinion at once. */
  file?: string
  onClose: () => void
}
/** Asks another doctor: the question, the doctor, and exactly the records to be shown. What is typed is kept until it is sent or discarded. */
export default function InviteDrawer({ pid, name, file, onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const first: Typed = file
    ? { ...NOTHING, type: 'imageReading', records: { ...NOTHING.records, files: [file] } }
    : NOTHING
  const form = useKeptForm<Typed>({ screen: 'opinion', subject: `${pid}${file ? `-${file}` : ''}` }, first)
  const { typed } = form
  const [asked, setAsked] = useState('')
  const doctors = useQuery({
    ...endpointQuery(opinionDoctors, { query: { q: useDeferredValue(asked.trim()) } }),
    placeholderData: keepPreviousData,
  })
  const change = (more: Partial<Typed>) => {
    form.change(more)
    refusal.clear()
  }
  const act = useEndpointMutation(postOpinion, {
    onDone: ({ invited }) => {
      notify({ kind: 'ok', title: t('opinions.form.sent', { name: nameOf(invited) }) })
      form.clear()
      onClose()
    },
    onError: (error) => refusal.take(error, error.fields[0]?.path),
  })
  const { question, invitedMid, records } = typed
  const submit = () => {
    if (question.trim() === '') return refusal.refuse('question', t('common.required'))
    if (!invitedMid) return refusal.refuse('invitedMid', t('common.required'))
    if (records.notes.length + records.files.length + records.readings.length === 0)
      return refusal.refuse('records', t('opinions.form.previewNothing'))
    refusal.clear()
    act.mutate({
      body: {
        pid,
        question: question.trim(),
        invitedMid,
        type: typed.type,
        shareName: typed.shareName,
        records,
        ...(typed.dueOn ? { dueOn: typed.dueOn } : {}),
      },
    })
  }
  return (
    <FormDrawer
      open
      width={560}
      title={t('opinions.form.title')}
      dirty={question.trim() !== ''}
      kept={form.kept}
      busy={act.isPending}
      submit={t('opinions.form.submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormColumn>
        <p>
          <b>{t('common.pair', { name: t('opinions.form.patient'), value: name })}</b>
        </p>
        <Line label={t('opinions.form.question')} required error={refusal.of('question')}>
          {(field, described) => (
            <GrowingArea
              id={field}
              aria-describedby={described}
              lines={4}
              most={12}
              maxLength={QUESTION_MAX}
              status={refusal.of('question') ? 'error' : ''}
              value={question}
              onChange={(event) => change({ question: event.target.value })}
            />
          )}
        </Line>
        <Line label={t('opinions.form.doctor')} required error={refusal.of('invitedMid')}>
          {(field, described) => (
            <Select
              id={field}
              aria-describedby={described}
              className="wide"
              showSearch={{ filterOption: false, searchValue: asked, onSearch: setAsked }}
              placeholder={t('opinions.form.doctorHint')}
              value={invitedMid}
              status={refusal.of('invitedMid') ? 'error' : ''}
              loading={doctors.isFetching}
              notFoundContent={t('opinions.form.nobody')}
              onChange={(mid) => change({ invitedMid: mid })}
              options={(doctors.data ?? []).map((one) => ({
                value: one.mid,
                label: [nameOf(one), one.division].filter(Boolean).join(t('common.dot')),
              }))}
            />
          )}
        </Line>
        <div>
          <span className="lab">{t('opinions.form.type')}</span>
          <Segmented<OpinionType>
            aria-label={t('opinions.form.type')}
            value={typed.type}
            options={opinionTypes.map((value) => ({ value, label: t(`opinions.type.${value}`) }))}
            onChange={(type) => change({ type })}
          />
        </div>
        <div>
          <span className="lab">{t('opinions.form.due')}</span>
          <Segmented<'none' | 'day'>
            aria-label={t('opinions.form.due')}
            value={typed.dueOn ? 'day' : 'none'}
            options={[
              { value: 'none', label: t('opinions.form.noDue') },
              { value: 'day', label: t('opinions.form.withDue') },
            ]}
            onChange={(kind) => change({ dueOn: kind === 'day' ? addDays(isoDay(), DUE_DAYS) : undefined })}
          />
          {typed.dueOn && (
            <DayPicker
              value={typed.dueOn}
              label={t('opinions.form.due')}
              text={formatDate}
              onChange={(dueOn) => change({ dueOn })}
            />
          )}
          {refusal.of('dueOn') && <p className="help err">{refusal.of('dueOn')}</p>}
        </div>
        <Checkbox
          className="opshare"
          checked={typed.shareName}
          onChange={(event) => change({ shareName: event.target.checked })}
        >
          {t('opinions.form.shareName')}
        </Checkbox>
        <h2 className="sech">{t('opinions.form.records')}</h2>
        <RecordPicker
          pid={pid}
          value={records}
          span={typed.span}
          onChange={(next) => change({ records: next })}
          onSpan={(span) => change({ span })}
        />
        <Preview typed={typed} name={name} error={refusal.of('records')} />
      </FormColumn>
    </FormDrawer>
  )
}

/** What the other doctor will see, and that it is all. */
function Preview({ typed, name, error }: { typed: Typed; name: string; error: string | undefined }) {
  const t = useT()
  const { notes, files, readings } = typed.records
  const lines = [
    notes.length > 0 && t('opinions.form.previewNotes', { count: notes.length }),
    files.length > 0 && t('opinions.form.previewFiles', { count: files.length }),
    ...readings.map(({ kind, from, to }) =>
      t('common.pair', {
        name: kindText(kind),
        value: t('opinions.shown.days', { from: formatDate(from), to: formatDate(to) }),
      }),
    ),
  ].filter(Boolean)
  return (
    <section className="opseen" aria-label={t('opinions.form.preview')} aria-live="polite">
      <b>{t('opinions.form.preview')}</b>
      <span>{typed.shareName ? name : t('opinions.hidden')}</span>
      {lines.map((line) => (
        <span key={String(line)} className="num">
          {line}
        </span>
      ))}
      {lines.length === 0 && (
        <span className={error ? 'help err' : 't3'}>{error ?? t('opinions.form.previewNothing')}</span>
      )}
      <span className="t3 f12">{t('opinions.form.previewOnly')}</span>
    </section>
  )
}
