import { createSN, crmMembers, getSNs } from '@teleward/contract/crm/endpoints.ts'
import type { CaseOrigin, CaseType } from '@teleward/contract/crm/rules.ts'
import { type CrmConfig, MAX_TEXT, MAX_TITLE } from '@teleward/contract/crm/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { useKeptForm } from '../../patterns/keptForm.ts'
import { useFaults } from '../../patterns/useFaults.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { Others } from './Detail.tsx'
import { OwnerSelect } from './StepDialog.tsx'
import { offeredTypes, originText, patientAge, patientName } from './labels.tsx'

interface Typed {
  pid?: number | undefined
  title: string
  type?: CaseType | undefined
  origin: CaseOrigin
  /** Untouched, it is whom the institution named for the type; cleared, it is nobody. */
  picked?: number | null | undefined
  note: string
}
interface Props {
  /** The member the case is for, when the form was opened from a member. */
  pid: number | undefined
  config: CrmConfig | undefined
  onClose: () => void
  onMade: (sn: number) => void
}
const hours = (count: number | null) => (count === null ? t('crm.form.noTarget') : t('crm.form.hours', { count }))

/** A new case: of whom, what about, of which kind, from where, and to whom it goes. */
export function CaseForm({ pid: given, config, onClose, onMade }: Props) {
  const id = useId()
  const form = useKeptForm<Typed>(
    { screen: 'case', subject: given === undefined ? '' : String(given) },
    { pid: given, title: '', origin: 'phone', note: '' },
  )
  const { pid, title, type, origin, picked, note } = form.typed
  const { change } = form
  const faults = useFaults()
  const post = useEndpointMutation(createSN, {
    onDone: ({ sn }) => {
      notify({ kind: 'ok', key: `case-${sn}`, title: t('crm.form.made', { sn }) })
      form.clear()
      onMade(sn)
    },
    onError: (error) => faults.take(error),
  })
  const submit = () => {
    const found = [
      ...(pid === undefined ? [{ path: 'pid', text: errorText('PATIENT_REQUIRED') }] : []),
      ...(title.trim() === '' ? [{ path: 'title', text: errorText('TITLE_REQUIRED') }] : []),
      ...(type === undefined ? [{ path: 'type', text: errorText('CASE_TYPE_REQUIRED') }] : []),
    ]
    faults.set(found)
    if (found.length > 0) return
    post.mutate({
      body: {
        pid,
        title: title.trim(),
        type,
        origin,
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(picked === undefined ? {} : { owner: picked }),
      },
    })
  }
  const status = (path: string) => (faults.of(path) ? ('error' as const) : ('' as const))
  const help = (path: string) =>
    faults.of(path) && (
      <p className="help err" role="alert">
        {faults.of(path)}
      </p>
    )
  const target = config?.types.find((one) => one.type === type)
  const usual = config?.owners.find(({ mid }) => mid === target?.owner)?.mid
  const owner = picked === undefined ? usual : (picked ?? undefined)
  return (
    <FormDrawer
      open
      title={t('crm.add')}
      dirty={form.dirty}
      kept={form.kept}
      busy={post.isPending}
      submit={t('crm.add')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="caseform">
        <div>
          <FieldLabel id={`${id}-pid`} required>
            {t('crm.form.patient')}
          </FieldLabel>
          <PatientSelect
            id={`${id}-pid`}
            value={pid}
            status={status('pid')}
            onChange={(next) => change({ pid: next })}
          />
          {help('pid')}
        </div>
        {pid !== undefined && <OpenOnes pid={pid} />}
        <div>
          <FieldLabel id={`${id}-title`} required>
            {t('crm.form.title')}
          </FieldLabel>
          <Input
            id={`${id}-title`}
            value={title}
            maxLength={MAX_TITLE}
            status={status('title')}
            onChange={(event) => change({ title: event.target.value })}
          />
          {help('title')}
        </div>
        <div className="pair2">
          <div>
            <FieldLabel id={`${id}-type`} required>
              {t('crm.form.type')}
            </FieldLabel>
            <Select<CaseType>
              id={`${id}-type`}
              className="wide"
              placeholder={t('crm.form.typeHint')}
              value={type ?? null}
              status={status('type')}
              onChange={(next) => change({ type: next })}
              options={offeredTypes(config)}
            />
            {help('type')}
          </div>
          <div>
            <label className="lab" htmlFor={`${id}-origin`}>
              {t('crm.form.origin')}
            </label>
            <Select<CaseOrigin>
              id={`${id}-origin`}
              className="wide"
              value={origin}
              onChange={(next) => change({ origin: next })}
              options={(config?.origins ?? []).map((value) => ({ value, label: originText(value) }))}
            />
          </div>
        </div>
        {target && (
          <p className="t3 f13">
            {t('crm.form.target', { first: hours(target.first), done: hours(target.done) })}
            {config?.hours && t('crm.form.inHours')}
          </p>
        )}
        <div>
          <label className="lab" htmlFor={`${id}-owner`}>
            {t('crm.form.owner')}
          </label>
          <OwnerSelect
            id={`${id}-owner`}
            config={config}
            value={owner}
            clear
            onChange={(mid) => change({ picked: mid ?? null })}
          />
          {help('owner')}
        </div>
        <div>
          <label className="lab" htmlFor={`${id}-note`}>
            {t('crm.form.note')}
          </label>
          <Input.TextArea
            id={`${id}-note`}
            rows={4}
            maxLength={MAX_TEXT}
            value={note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
      </div>
    </FormDrawer>
  )
}

/** What stands open for the member already, before a second case of the same is opened. */
function OpenOnes({ pid }: { pid: number }) {
  const { data, error, refetch } = useQuery(endpointQuery(getSNs, { body: { pid, state: 'open', pageSize: 5 } }))
  if (error && !data) return <FailedLine error={error} onRetry={() => void refetch()} />
  if (!data?.total) return null
  return (
    <div className="alert info" role="status">
      <div className="grow">
        <b>{t('crm.form.others')}</b>
        <Others cases={data.data} />
      </div>
    </div>
  )
}

interface PatientProps {
  id: string
  value: number | undefined
  status: 'error' | ''
  onChange: (pid: number | undefined) => void
}
/** By a part of a name or a whole number; the word travels in the call's body. */
function PatientSelect({ id, value, status, onChange }: PatientProps) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({ ...endpointQuery(crmMembers, { body: { q } }), retry: false })
  const chosen = useQuery({
    ...endpointQuery(crmMembers, { body: { pid: value } }),
    enabled: value !== undefined,
  })
  const rows = found.data ?? []
  const known = [...(chosen.data ?? []).filter(({ pid }) => !rows.some((row) => row.pid === pid)), ...rows]
  return (
    <Select<number>
      id={id}
      className="wide"
      status={status}
      placeholder={t('crm.form.patientHint')}
      loading={found.isFetching}
      value={value ?? null}
      onChange={onChange}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={known.map((row) => ({
        value: row.pid,
        label: `${patientName(row)}　${patientAge(row)}　${row.memberNo}`,
      }))}
      notFoundContent={<p className="t3">{found.error ? errorMessage(found.error) : t('crm.form.nobody')}</p>}
    />
  )
}
