import { getStaffAccounts, postStaffAccount } from '@teleward/contract/admin/endpoints.ts'
import type { Unit } from '@teleward/contract/admin/schema.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { useFaults } from '../../patterns/useFaults.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { InviteKnown } from './InviteKnown.tsx'
import { Line } from './Line.tsx'
import { staffTypeChoice } from '../../patterns/staffType.ts'

const EMPTY = { account: '', name: '', mobile: '', title: '' }

/** Whom an institution needs next: its administrator, once there is one its nurses. Undefined until that is known. */
function useFirstNeeded(partner: number | undefined): StaffType | undefined {
  const query = { ...(partner === undefined ? {} : { partner }), type: 'admin', state: 'active', pageSize: 1 } as const
  const admins = useList(getStaffAccounts, { query })
  if (admins.isPending) return undefined
  return admins.data?.total === 0 ? 'admin' : 'nurse'
}

/** A new account. The password it begins with is shown once, when it is made. */
export function InviteDrawer({
  units,
  partner,
  onClose,
}: {
  units: readonly Unit[]
  partner: number | undefined
  onClose: () => void
}) {
  const t = useT()
  const [fields, setFields] = useState(EMPTY)
  const [chosen, setType] = useState<StaffType>()
  const first = useFirstNeeded(partner)
  const type = chosen ?? first
  const mine = units.filter(({ mayEdit, status }) => mayEdit && status === 'active')
  const [places, setPlaces] = useState<number[]>(mine.length === 1 ? mine.map(({ id }) => id) : [])
  const faults = useFaults()
  const [known, setKnown] = useState(false)
  const invite = useEndpointMutation(postStaffAccount, {
    onError: (error) => {
      setKnown(error.code === 'ACCOUNT_EXISTS')
      return faults.take(error)
    },
  })
  const made = invite.data
  const text = (name: keyof typeof EMPTY, label: string) => (
    <Line label={label} note={faults.of(name) && <span className="c-bad">{faults.of(name)}</span>}>
      <Input
        aria-label={label}
        value={fields[name]}
        maxLength={60}
        status={faults.of(name) ? 'error' : undefined}
        onChange={(event) => {
          setFields({ ...fields, [name]: event.target.value })
          faults.clear()
          if (name === 'account') setKnown(false)
        }}
      />
    </Line>
  )
  if (made)
    return (
      <FormModal
        open
        title={t('admin.staff.done')}
        onCancel={onClose}
        onOk={onClose}
        okText={t('common.ok')}
        cancelButtonProps={{ hidden: true }}
      >
        <p>{t('admin.staff.doneText')}</p>
        <dl className="desc">
          <div className="pair">
            <dt>{t('admin.staff.account')}</dt>
            <dd>{made.account}</dd>
          </div>
          <div className="pair">
            <dt>{t('admin.staff.password')}</dt>
            <dd>
              <code>{made.initialPassword}</code>
            </dd>
          </div>
        </dl>
      </FormModal>
    )
  return (
    <FormDrawer
      open
      title={t('admin.staff.invite')}
      dirty={Object.values(fields).some(Boolean)}
      busy={invite.isPending || type === undefined}
      submit={t('admin.staff.invite')}
      onClose={onClose}
      onSubmit={() =>
        type &&
        invite.mutate({
          body: {
            ...fields,
            ...(partner === undefined ? {} : { partner }),
            title: fields.title.trim() || null,
            doctortype: type,
            units: places,
          },
        })
      }
    >
      {text('name', t('admin.staff.name'))}
      {text('account', t('admin.staff.account'))}
      {text('mobile', t('admin.staff.mobile'))}
      {known && type && (
        <InviteKnown
          partner={partner}
          account={fields.account}
          title={fields.title}
          type={type}
          units={places}
          faults={faults}
          onDone={onClose}
        />
      )}
      <Line label={t('admin.staff.kind')}>
        <Select
          aria-label={t('admin.staff.kind')}
          value={type}
          loading={type === undefined}
          onChange={setType}
          {...staffTypeChoice(first === 'admin' ? first : undefined)}
        />
      </Line>
      {text('title', t('admin.staff.title'))}
      <Line
        label={t('admin.staff.unit')}
        note={faults.of('units') && <span className="c-bad">{faults.of('units')}</span>}
      >
        <Select
          mode="multiple"
          aria-label={t('admin.staff.unit')}
          value={places}
          onChange={setPlaces}
          options={mine.map((one) => ({ value: one.id, label: nameOf(one) }))}
        />
      </Line>
    </FormDrawer>
  )
}
