import { compile, type Form } from '@teleward/contract/forms/compile.ts'
import { enabledOf } from '@teleward/contract/forms/enable.ts'
import { getForm, putForm } from '@teleward/contract/forms/endpoints.ts'
import { type Questionnaire, titleOf } from '@teleward/contract/forms/fhir.ts'
import { isOpen } from '@teleward/contract/forms/rules.ts'
import type { FormView } from '@teleward/contract/forms/schema.ts'
import { fromItems } from '@teleward/contract/forms/state.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { t, useI18n } from '../../i18n/i18n.ts'
import { FormBody } from '../../patterns/forms/FormBody.tsx'
import { namesOf, ScoreLine } from '../../patterns/forms/Said.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Filling, type FillingProps } from './Filling.tsx'
import { ResponseTag } from './labels.tsx'
import './forms-staff.css'

/** `/form/{cmsf_id}`: filled in beside the patient, or read. */
export default function FormPage() {
  const params: { cmsf_id?: string } = useParams({ strict: false })
  const id = /^\d{1,9}$/.test(params.cmsf_id ?? '') ? Number(params.cmsf_id) : 0
  if (id < 1) return <EmptyState heading="h1" title={t('questions.form.notFound')} />
  return <One key={id} id={id} />
}
function One({ id }: { id: number }) {
  const options = useMemo(() => endpointQuery(getForm, { params: { cmsf_id: id } }), [id])
  const view = useQuery(options)
  const client = useQueryClient()
  return (
    <Loaded answer={view} failed={t('questions.form.failed')} lines={14}>
      {(one) => (
        <Shown
          view={one}
          onView={(next) => client.setQueryData(options.queryKey, next)}
          onReload={() => void view.refetch()}
        />
      )}
    </Loaded>
  )
}

function Shown({ view, onView, onReload }: FillingProps) {
  const { language } = useI18n()
  // A response keeps its version, and a version never changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one form for as long as the page lives.
  const form = useMemo(() => compile(view.content as unknown as Questionnaire), [])
  const [amending, setAmending] = useState(false)
  const begun = useRef(view)
  const open = isOpen(view.state)
  return (
    <div className="qs-form">
      <div className="pagehead">
        <div className="qs-title grow">
          <h1>{titleOf(form.content, language)}</h1>
          <span className="row wrap t3">
            <ResponseTag state={view.state} />
            <span>{t('questions.version', { number: view.number })}</span>
            <span>{t('questions.form.sentBy', { name: nameOf(view.sentBy), time: formatDateTime(view.sentAt) })}</span>
            {view.endAt && <span>{t('questions.form.until', { time: formatDateTime(view.endAt) })}</span>}
          </span>
        </div>
        <div className="act noprint">
          <Button onClick={() => globalThis.print()}>{t('questions.form.print')}</Button>
          {(view.state === 'completed' || view.state === 'amended') && !amending && (
            <Button
              onClick={() => {
                begun.current = view
                setAmending(true)
              }}
            >
              {t('questions.form.amend')}
            </Button>
          )}
        </div>
      </div>
      <PatientHead patient={view.patient} />
      <Danger view={view} form={form} />
      {view.withdrawn && <p className="fm-note warn">{t('questions.form.withdrawnText')}</p>}
      {view.state === 'expired' && !view.withdrawn && <p className="fm-note warn">{t('questions.form.closedText')}</p>}
      {view.retired && open && <p className="fm-note info">{t('questions.form.retiredText')}</p>}
      {view.before && (
        <div className="row wrap">
          <span className="t3">{t('questions.form.before', { time: formatDateTime(view.before.at) })}</span>
          <ScoreLine score={view.before.score} meaning={view.before.meaning} />
        </div>
      )}
      {open || amending ? (
        <Filling
          key={amending ? 'amend' : 'fill'}
          view={view}
          form={form}
          amending={amending}
          onView={(next) => {
            if (amending && next.state === 'amended') setAmending(false)
            onView(next)
          }}
          onReload={onReload}
        />
      ) : (
        <Read view={view} form={form} />
      )}
      <History view={view} />
    </div>
  )
}

function byText({ who, staff, name, relation }: NonNullable<FormView['answeredBy']>) {
  if (who === 'proxy') return t('forms.by.proxy', { name: name ?? '', relation: relation ?? '' })
  return who === 'staff' ? t('forms.by.staff', { name: staff ? nameOf(staff) : '' }) : t('forms.by.patient')
}
function Read({ view, form }: { view: FormView; form: Form }) {
  const state = useMemo(() => fromItems(form, view.items as never), [form, view.items])
  const enabled = useMemo(() => enabledOf(form, state), [form, state])
  return (
    <>
      <ScoreLine score={view.score} meaning={view.meaning} />
      {view.answeredBy && <p className="t3">{t('questions.form.answeredBy', { by: byText(view.answeredBy) })}</p>}
      <FormBody form={form} state={state} enabled={enabled} faults={new Map()} writer={null} />
    </>
  )
}

/** Somebody may be in danger: who was told, and who has looked after it. */
function Danger({ view, form }: { view: FormView; form: Form }) {
  const { language } = useI18n()
  const [asking, setAsking] = useState(false)
  const attend = useEndpointMutation(putForm, { onDone: () => setAsking(false) })
  const { danger } = view
  if (!danger) return null
  const told = danger.told.map(nameOf).join(t('common.patient.separator'))
  return (
    <div className={`fm-note ${danger.attended ? 'ok' : 'bad'}`} role="alert">
      <b>{t('questions.form.dangerTitle')}</b>
      <p>
        {t('questions.form.dangerText', {
          names: namesOf(form, danger.linkIds, language),
          time: formatDateTime(danger.at),
        })}
      </p>
      <p>{told ? t('questions.form.told', { names: told }) : t('questions.form.nobody')}</p>
      {danger.attended ? (
        <p>
          {t('questions.form.attended', {
            name: nameOf(danger.attended.by),
            time: formatDateTime(danger.attended.at),
            note: danger.attended.note,
          })}
        </p>
      ) : (
        <Button kind="bad" onClick={() => setAsking(true)}>
          {t('questions.form.attend')}
        </Button>
      )}
      <ReasonDialog
        open={asking}
        title={t('questions.form.attendTitle')}
        submit={t('questions.form.attend')}
        label={t('questions.form.attendReason')}
        long={500}
        busy={attend.isPending}
        onSend={(reason) =>
          attend.mutate({ params: { cmsf_id: view.id }, body: { step: 'attend', version: view.version, reason } })
        }
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

function History({ view }: { view: FormView }) {
  if (view.history.length < 2) return null
  return (
    <section>
      <h2>{t('questions.form.history')}</h2>
      <ul className="plain">
        {view.history.map((one) => (
          <li key={one.number} className="row wrap">
            <span className="num t3">{formatDateTime(one.at)}</span>
            <span>{byText(one.by)}</span>
            <ScoreLine score={one.score} meaning={one.meaning} />
            {one.reason && <span>{one.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
