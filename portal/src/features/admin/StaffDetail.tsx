import { KeyOutlined, LogoutOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons'
import { putNurseBinding, putStaffAccount } from '@teleward/contract/admin/endpoints.ts'
import { givableTo, needsLicence } from '@teleward/contract/admin/rules.ts'
import type { Privilege, StaffAccount, Unit } from '@teleward/contract/admin/schema.ts'
import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { deleteSecondSteps } from '@teleward/contract/registration/endpoints.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { type ApiError, isApiError } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { useSharedForm } from '../../patterns/sharedForm.ts'
import { Theirs } from '../../patterns/Theirs.tsx'
import { askStaffChange } from './affects.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { LicenceMark } from './LicenceMark.tsx'
import { Line } from './Line.tsx'
import { Nurses } from './Nurses.tsx'
import { StateTag } from './StateTag.tsx'
import { onStale, rightText, secondFactorLabels } from './labels.ts'
import { staffTypeChoice, staffTypeText } from '../../patterns/staffType.ts'

/** What the form changes; lists in one order, for only what is in them counts. */
const formOf = (row: StaffAccount) => ({
  type: row.doctortype as StaffType,
  title: row.title ?? '',
  places: row.units.map(({ id }) => id).toSorted((a, b) => a - b),
  given: row.privileges.toSorted(),
  nurses: row.nurses.map(({ mid }) => mid).toSorted((a, b) => a - b),
})

/** A type by its name in words. */
const named = ({ type }: { type?: StaffType }): { type?: string } =>
  type === undefined ? {} : { type: staffTypeText(type) }

/** One account: what it is, where it works, what it may; whatever is changed holds on open sessions at once. */
export function StaffDetail({ row, units, step }: { row: StaffAccount; units: readonly Unit[]; step: DrawerStep }) {
  const t = useT()
  const me = useMe()
  const own = row.mid === me.mid
  const form = useSharedForm(formOf(row))
  const { type, title, places, given, nurses } = form.fields
  const bind = useEndpointMutation(putNurseBinding, { onError: onStale })
  const act = useEndpointMutation(putStaffAccount, {
    onError: (error, input) => {
      if (!isApiError(error, 'STAFF_AFFECTS')) return onStale(error)
      void again(error, input)
      return true
    },
    onDone: () => notify({ kind: 'ok', title: t('admin.saved') }),
  })
  /** What the person leaves behind is said, and the change is sent once more where it is still wanted. */
  async function again(error: ApiError, { params, body }: EndpointInput<typeof putStaffAccount>): Promise<void> {
    if (await askStaffChange(error)) act.mutate({ params, body: { ...body, confirmed: true } })
  }
  const params = { mid: row.mid }
  const partner = { partner: row.partnerId }
  const { changed } = form
  const change = {
    ...('type' in changed ? { doctortype: type } : {}),
    ...('title' in changed ? { title: title.trim() || null } : {}),
    ...('places' in changed ? { units: places } : {}),
    ...('given' in changed ? { privileges: given.filter((one) => givableTo(type).includes(one)) as Privilege[] } : {}),
  }
  const bindingChanged = row.doctortype === 'doctor' && 'nurses' in changed
  const dirty = Object.keys(change).length > 0 || bindingChanged
  const save = async () => {
    let { version } = row
    if (bindingChanged)
      version = (await bind.mutateAsync({ params: { did: row.mid }, body: { ...partner, version, nurses } })).version
    if (Object.keys(change).length) act.mutate({ params, body: { ...partner, version, ...change } })
    else notify({ kind: 'ok', title: t('admin.saved') })
  }
  const [closing, setClosing] = useState(false)
  const close = (todosTo: number | undefined) =>
    act.mutate(
      {
        params,
        body: { ...partner, version: row.version, state: 'closed', ...(todosTo === undefined ? {} : { todosTo }) },
      },
      { onSuccess: () => setClosing(false) },
    )
  const askToEnd = async () => {
    const yes = await confirmAct({
      title: t('admin.staff.endTitle', { name: nameOf(row) }),
      text: t('admin.staff.endText'),
      ok: t('admin.staff.end'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) act.mutate({ params, body: { ...partner, version: row.version, endSessions: true } })
  }
  const reset = useEndpointMutation(deleteSecondSteps, {
    onDone: ({ removed }) =>
      notify({ kind: 'ok', title: t(removed ? 'admin.staff.secondGone' : 'admin.staff.secondNone') }),
  })
  const askReset = async () => {
    const yes = await confirmAct({
      title: t('admin.staff.secondTitle', { name: nameOf(row) }),
      text: t('admin.staff.secondText'),
      ok: t('admin.staff.second'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) reset.mutate({ params })
  }
  return (
    <DetailDrawer
      label={nameOf(row)}
      top={<StateTag row={row} />}
      head={
        <div className="row">
          <h2 className="ell">{nameOf(row)}</h2>
          <span className="t3 f12">{row.account}</span>
        </div>
      }
      step={step}
      footer={
        <Button
          kind="primary"
          disabled={!dirty || own}
          loading={act.isPending || bind.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('common.save')}
        </Button>
      }
    >
      {own && <p className="alert info">{t('admin.staff.self')}</p>}
      {!own && !row.mayEdit && <p className="alert info">{t('admin.staff.partial')}</p>}
      <Line
        label={t('admin.staff.kind')}
        note={type !== row.doctortype && needsLicence(type) && t('admin.staff.typeNote')}
      >
        <Select
          aria-label={t('admin.staff.kind')}
          value={type}
          disabled={own || !row.mayEdit}
          onChange={(next) => form.set({ type: next })}
          {...staffTypeChoice()}
        />
        <Theirs form={{ ...form, theirs: named(form.theirs) }} name="type" label={t('admin.staff.kind')} />
      </Line>
      <Line label={t('admin.staff.title')}>
        <Input
          aria-label={t('admin.staff.title')}
          value={title}
          maxLength={40}
          disabled={own || !row.mayEdit}
          onChange={(event) => form.set({ title: event.target.value })}
        />
        <Theirs form={form} name="title" label={t('admin.staff.title')} />
      </Line>
      <Line label={t('admin.staff.unit')}>
        <Select
          mode="multiple"
          aria-label={t('admin.staff.unit')}
          value={places}
          disabled={own}
          onChange={(next) => next.length && form.set({ places: next.toSorted((a, b) => a - b) })}
          options={units.map((unit) => ({
            value: unit.id,
            label: nameOf(unit),
            disabled: !unit.mayEdit || unit.status === 'disabled',
          }))}
        />
        <Theirs form={form} name="places" label={t('admin.staff.unit')} />
      </Line>
      <Line label={t('admin.staff.privileges')} note={t('admin.staff.privilegesNote')}>
        <Select
          mode="multiple"
          aria-label={t('admin.staff.privileges')}
          value={[...given]}
          disabled={own || !row.mayEdit}
          onChange={(next) => form.set({ given: next.toSorted() })}
          optionFilterProp="label"
          options={givableTo(type).map((one) => ({ value: one, label: rightText(one) }))}
        />
        <Theirs form={form} name="given" label={t('admin.staff.privileges')} />
      </Line>
      {row.doctortype === 'doctor' && (
        <Nurses
          partner={row.partnerId}
          bound={row.nurses}
          value={nurses}
          own={me.mid}
          onChange={(next) => form.set({ nurses: next.toSorted((a, b) => a - b) })}
        />
      )}
      {row.doctortype === 'doctor' && <Theirs form={form} name="nurses" label={t('admin.staff.nurses')} />}
      <dl className="desc">
        <div className="pair">
          <dt>{t('admin.staff.seen')}</dt>
          <dd className="num">{row.lastSeenAt ? formatDateTime(row.lastSeenAt) : t('admin.staff.never')}</dd>
        </div>
        <div className="pair">
          <dt>{t('admin.staff.review')}</dt>
          <dd>{t(`admin.staff.reviewState.${row.review}`)}</dd>
        </div>
        <div className="pair">
          <dt>{t('admin.staff.licence')}</dt>
          <dd>
            <LicenceMark until={row.licenceExpires} />
          </dd>
        </div>
        <div className="pair">
          <dt>{t('admin.staff.secondSteps')}</dt>
          <dd>{secondFactorLabels(row)}</dd>
        </div>
      </dl>
      {closing && <CloseDialog row={row} busy={act.isPending} onClose={() => setClosing(false)} onSure={close} />}
      {!own && row.mayEdit && (
        <div className="row wrap">
          {row.sessions > 0 && (
            <Button icon={<LogoutOutlined />} onClick={() => void askToEnd()}>
              {t('admin.staff.end')} · {t('admin.staff.sessions', { count: row.sessions })}
            </Button>
          )}
          <Button icon={<KeyOutlined />} loading={reset.isPending} onClick={() => void askReset()}>
            {t('admin.staff.second')}
          </Button>
          {row.state === 'active' ? (
            <Button kind="bad" icon={<StopOutlined />} onClick={() => setClosing(true)}>
              {t('admin.staff.close')}
            </Button>
          ) : (
            <Button
              icon={<UndoOutlined />}
              onClick={() => act.mutate({ params, body: { ...partner, version: row.version, state: 'active' } })}
            >
              {t('admin.staff.reopen')}
            </Button>
          )}
        </div>
      )}
    </DetailDrawer>
  )
}
