import { getMonitorChoices, postMonitorGroup } from '@teleward/contract/monitoring/group-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { useFaults } from '../../patterns/useFaults.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { either } from '../../patterns/Patient.tsx'
import { notify } from '../../ui/notify.ts'
import { CarerPicker } from './CarerPicker.tsx'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

/** A new group: of which unit, called what, who cares, and for whom. */
export function GroupForm({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const id = useId()
  const choices = useQuery(endpointQuery(getMonitorChoices, {}))
  const units = choices.data ?? []
  const [chosen, setChosen] = useState<number>()
  const unit = units.find((one) => one.id === chosen) ?? (units.length === 1 ? units[0] : undefined)
  const [name, setName] = useState('')
  const [staff, setStaff] = useState<number[]>([])
  const [members, setMembers] = useState<Picked[]>([])
  const faults = useFaults()
  const post = useEndpointMutation(postMonitorGroup, {
    onDone: (made) => {
      notify({ kind: 'ok', title: t('groups.made', { name: made.name }) })
      onMade(made.id)
    },
    onError: (error) => faults.take(error),
  })
  const submit = () => {
    if (!unit) return faults.set([{ path: 'unitId', text: t('common.required') }])
    if (!name.trim()) return faults.set([{ path: 'name', text: errorText('GROUP_NAME_REQUIRED') }])
    faults.clear()
    post.mutate({ body: { unitId: unit.id, name: name.trim(), staff, members: members.map(({ pid }) => pid) } })
  }
  const at = (path: string) => faults.of(path) !== undefined
  const help = (path: string) =>
    at(path) && (
      <p className="help err" role="alert">
        {faults.of(path)}
      </p>
    )
  return (
    <FormDrawer
      open
      title={t('groups.add')}
      dirty={name !== '' || staff.length > 0 || members.length > 0}
      busy={post.isPending}
      submit={t('groups.add')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="groupform">
        <div>
          <FieldLabel id={`${id}-unit`} required>
            {t('groups.col.unit')}
          </FieldLabel>
          <Select
            id={`${id}-unit`}
            className="wide"
            loading={choices.isPending}
            value={unit?.id ?? null}
            placeholder={t('groups.unitHint')}
            status={at('unitId') ? 'error' : ''}
            onChange={(next: number) => {
              setChosen(next)
              setStaff([])
              setMembers([])
              faults.clear()
            }}
            options={units.map((one) => ({ value: one.id, label: either(one.name, one.nameEn) }))}
          />
          {choices.error && <p className="help err">{errorMessage(choices.error)}</p>}
          {help('unitId')}
        </div>
        <div>
          <FieldLabel id={`${id}-name`} required>
            {t('groups.col.name')}
          </FieldLabel>
          <Input
            id={`${id}-name`}
            value={name}
            maxLength={60}
            status={at('name') ? 'error' : ''}
            onChange={(event) => {
              setName(event.target.value)
              faults.clear()
            }}
          />
          {help('name')}
        </div>
        <div>
          <label className="lab" htmlFor={`${id}-staff`}>
            {t('groups.col.staff')}
          </label>
          <CarerPicker id={`${id}-staff`} staff={unit?.staff ?? []} value={staff} onChange={setStaff} />
          {help('staff')}
        </div>
        <div>
          <label className="lab" htmlFor={`${id}-members`}>
            {t('groups.col.members')}
          </label>
          {unit && !unit.own ? (
            <p className="t3 f13">{t('groups.notOwn')}</p>
          ) : (
            <MemberPicker
              id={`${id}-members`}
              unit={unit?.id}
              value={members}
              status={at('members') ? 'error' : ''}
              onChange={setMembers}
            />
          )}
          {help('members')}
        </div>
      </div>
    </FormDrawer>
  )
}
