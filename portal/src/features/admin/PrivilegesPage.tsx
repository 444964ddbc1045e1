import { LockOutlined, UndoOutlined } from '@ant-design/icons'
import { getPrivileges, getStaffAccounts, putPrivileges } from '@teleward/contract/admin/endpoints.ts'
import { explain, removableFrom } from '@teleward/contract/admin/rules.ts'
import type { Privilege, PrivilegeTable } from '@teleward/contract/admin/schema.ts'
import { tiedByLaw } from '@teleward/contract/core/access.ts'
import { type Permission, permissions, type StaffType, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, showError, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { useSharedForm } from '../../patterns/sharedForm.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { onStale, rightText } from './labels.ts'
import './admin.css'
import { staffTypeChoice, staffTypeText } from '../../patterns/staffType.ts'

const search = z.object({
  type: z.enum(staffTypes).catch('doctor').default('doctor'),
  who: z.coerce.number().int().optional().catch(undefined),
  diff: z.string().max(1).default(''),
})
type Outcome = Awaited<ReturnType<typeof askPreview>>
const askPreview = (type: StaffType, version: number, removed: Privilege[]) =>
  call(putPrivileges, { params: { staff_type: type }, body: { version, removed, preview: true } })

/** `/admin/privileges`: the one permission table, what the institution took from it, and why one person may what. */
export default function PrivilegesPage() {
  const t = useT()
  const [value, change] = useSearchState(search)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getPrivileges, { query: value.who ? { who: value.who } : {} }),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return error ? (
      <ErrorState
        heading="h1"
        title={t('admin.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows />
    )
  return (
    <>
      <div className="pagehead listhead">
        <h1>{t('screens.name.adminPrivileges')}</h1>
        <Select
          aria-label={t('admin.staff.kind')}
          value={value.type}
          onChange={(type) => change({ type })}
          style={{ minWidth: 160 }}
          showSearch={staffTypeChoice().showSearch}
          options={staffTypes.map((type) => ({
            value: type,
            label: `${staffTypeText(type)} · ${t('admin.rights.people', { count: data.people[type] ?? 0 })}`,
          }))}
        />
        <span className="row">
          <Switch
            aria-label={t('admin.rights.changedOnly')}
            checked={value.diff === '1'}
            onChange={(on) => change({ diff: on ? '1' : '' })}
          />
          <span className="t2 f13">{t('admin.rights.changedOnly')}</span>
        </span>
      </div>
      <div className="adminpair">
        <TypeTable key={value.type} data={data} type={value.type} only={value.diff === '1'} />
        <Person data={data} who={value.who} onPick={(who) => change({ who })} />
      </div>
    </>
  )
}

function TypeTable({ data, type, only }: { data: PrivilegeTable; type: StaffType; only: boolean }) {
  const t = useT()
  const stored = data.removals[type] ?? []
  const known = [...new Set([...(removableFrom(type) as Privilege[]), ...stored])]
  // Each right is a field of its own: two who take away, or give back, never undo each other.
  const form = useSharedForm<Record<string, boolean>>(
    Object.fromEntries(known.map((one) => [one, stored.includes(one)])),
  )
  const removed = known.filter((one) => form.fields[one])
  const [preview, setPreview] = useState<Outcome | null>(null)
  const removable = removableFrom(type)
  const [busy, setBusy] = useState(false)
  // The dialog stays until the table of now is there: what is decided next is measured against it.
  const apply = async () => {
    setBusy(true)
    try {
      await call(putPrivileges, {
        params: { staff_type: type },
        body: { version: data.version, removed: [...removed] },
      })
      await invalidateTags(['admin'])
      notify({ kind: 'ok', title: t('admin.saved') })
    } catch (error) {
      if (!onStale(error)) showError(error)
    }
    setBusy(false)
    setPreview(null)
  }
  const rows = [
    ...(Object.keys(permissions) as Permission[]),
    ...(type === 'doctor' ? (['medical_decision'] as const) : []),
  ].filter((key) =>
    only ? removed.includes(key) || stored.includes(key) : key === 'medical_decision' || permissions[key][type] !== '-',
  )
  const review = () => askPreview(type, data.version, [...removed]).then(setPreview, showError)
  return (
    <section className="card" aria-label={t('admin.rights.table')}>
      <div className="hd wraps">
        <h2>{t('admin.rights.table')}</h2>
        <div className="rt">
          {removed.length > 0 && data.mayEdit && (
            <Button
              size="sm"
              icon={<UndoOutlined />}
              onClick={() => form.set(Object.fromEntries(removed.map((one) => [one, false])))}
            >
              {t('admin.rights.back')}
            </Button>
          )}
          {data.mayEdit && (
            <Button size="sm" kind="primary" disabled={!form.dirty} onClick={() => void review()}>
              {t('admin.rights.review')}
            </Button>
          )}
        </div>
      </div>
      {!data.mayEdit && <p className="alert info">{t('admin.readOnly')}</p>}
      {rows.length === 0 && <p className="t3 adminnote">{t('admin.rights.empty')}</p>}
      <ul className="rights">
        {rows.map((key) => {
          const gone = removed.includes(key)
          const name = rightText(key)
          const base = key === 'medical_decision' ? 'y' : permissions[key][type]
          return (
            <li key={key} className={gone ? 'gone' : ''}>
              <span className="grow">
                {name}{' '}
                {(tiedByLaw as readonly string[]).includes(key) && (
                  <LockOutlined title={t('admin.rights.law')} aria-label={t('admin.rights.law')} />
                )}
              </span>
              <span className="t3 f12">{gone ? t('admin.rights.taken') : t(`admin.level.${base}`)}</span>
              <Switch
                aria-label={name}
                checked={!gone}
                disabled={!data.mayEdit || !removable.includes(key)}
                onChange={(on) => form.set({ [key]: !on })}
              />
            </li>
          )
        })}
      </ul>
      {preview && (
        <Modal
          open
          title={t('admin.rights.previewTitle', { type: staffTypeText(type) })}
          okText={t('admin.rights.apply')}
          cancelText={t('common.cancel')}
          confirmLoading={busy}
          onCancel={() => setPreview(null)}
          onOk={() => void apply()}
        >
          {(['losing', 'gaining'] as const).map((what) =>
            preview[what].length ? (
              <div key={what}>
                <h3 className="f13">{t(`admin.rights.${what}`)}</h3>
                <ul className="affected">
                  {preview[what].map(({ permissions: keys, ...person }) => (
                    <li key={person.mid}>
                      <b>{nameOf(person)}</b> {keys.map(rightText).join(t('common.patient.separator'))}
                    </li>
                  ))}
                </ul>
              </div>
            ) : null,
          )}
          {!preview.losing.length && !preview.gaining.length && <p>{t('admin.rights.nobody')}</p>}
        </Modal>
      )}
    </section>
  )
}

/** Where each right of one person comes from, or what keeps it away. */
function Person({
  data,
  who,
  onPick,
}: {
  data: PrivilegeTable
  who: number | undefined
  onPick: (who: number | undefined) => void
}) {
  const t = useT()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  const { data: found } = useQuery({
    ...endpointQuery(getStaffAccounts, { query: { q: asked, pageSize: 20, state: 'active' } }),
    placeholderData: keepPreviousData,
  })
  const facts = who ? data.who : null
  return (
    <section className="card" aria-label={t('admin.rights.person')}>
      <div className="hd">
        <h2>{t('admin.rights.person')}</h2>
      </div>
      <div className="adminnote">
        <Select
          showSearch
          allowClear
          filterOption={false}
          aria-label={t('admin.rights.pick')}
          placeholder={t('admin.rights.pick')}
          value={who}
          onSearch={setText}
          onChange={onPick}
          style={{ width: '100%' }}
          options={[
            ...(facts && !found?.data.some(({ mid }) => mid === facts.mid)
              ? [{ value: facts.mid, label: nameOf(facts) }]
              : []),
            ...(found?.data.map((one) => ({
              value: one.mid,
              label: `${nameOf(one)} · ${staffTypeText(one.doctortype)}`,
            })) ?? []),
          ]}
        />
      </div>
      {facts && (
        <>
          {facts.boundTo.length > 0 && (
            <p className="adminnote">
              {t('common.pair', {
                name: t('admin.rights.bound'),
                value: facts.boundTo.map(nameOf).join(t('common.patient.separator')),
              })}
            </p>
          )}
          {facts.hidden.length > 0 && (
            <p className="adminnote">
              {t('common.pair', {
                name: t('admin.rights.hidden'),
                value: facts.hidden
                  .map((id) => t(`screens.name.${id}` as 'screens.name.home'))
                  .join(t('common.patient.separator')),
              })}
            </p>
          )}
          <ul className="rights">
            {(Object.keys(permissions) as Permission[]).map((key) => {
              const { right, because } = explain(key, {
                ...facts,
                removals: data.removals,
                grants: facts.grants.map(({ permission }) => permission),
              })
              const grant = facts.grants.find(({ permission }) => permission === key)
              return (
                <li key={key} className={right === '-' ? 'gone' : ''}>
                  <span className="grow">{rightText(key)}</span>
                  <span className="t3 f12">
                    {t(`admin.rights.because.${because}`)}
                    {because === 'grant' && grant && ` · ${nameOf(grant.by)}`}
                    {because === 'grant' &&
                      grant?.until &&
                      ` ${t('admin.rights.until', { time: formatDateTime(grant.until) })}`}
                  </span>
                  <b className="lvl">{t(`admin.level.${right as 'y'}`)}</b>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}
