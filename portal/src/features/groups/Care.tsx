import { getMonitorChoices, getMonitorGroup, putMonitorGroup } from '@teleward/contract/monitoring/group-endpoints.ts'
import { MOST_REACH_MINUTES, type MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { endpointQuery, queryClient, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { CarerPicker } from './CarerPicker.tsx'
import { LastCarer } from './LastCarer.tsx'
import { onStale, staffText } from './labels.tsx'
import { midsOf, type Typed, typedOver } from './typed.ts'

/** After how many minutes everybody of the unit is told of a critical alert. */
const REACH = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, MOST_REACH_MINUTES]

/** Its name, its staff, and how long a critical alert waits for these. What was typed stays while others change the group; what nobody touched here follows them. */
export function Care({ group }: { group: MonitorGroupDetail }) {
  const id = useId()
  const off = group.state === 'ended'
  const [typed, setTyped] = useState<Typed>({})
  const [fault, setFault] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const choices = useQuery(endpointQuery(getMonitorChoices, {}))
  const known = choices.data?.find((one) => one.id === group.unitId)?.staff ?? []
  const everybody = [...group.staff.filter(({ mid }) => !known.some((one) => one.mid === mid)), ...known]
  const { name, staff, reach, change, meanwhile } = typedOver(typed, group)
  const put = useEndpointMutation(putMonitorGroup, {
    onDone: (done) => {
      // At once, so that what was typed does not give way to what stood before.
      queryClient.setQueryData(endpointQuery(getMonitorGroup, { params: { id: group.id } }).queryKey, done)
      setTyped({})
      setLeaving(false)
      notify({ kind: 'ok', title: t('groups.saved') })
    },
    onError: (error) => {
      if (onStale(error)) return true
      if (error.code === 'FIELD_RELATED' && error.fields[0]?.path === 'staff') {
        setLeaving(true)
        return true
      }
      if (error.fields?.[0]?.path !== 'name') return false
      setFault(errorMessage(error))
      return true
    },
  })
  const save = (more: { staff?: number[]; nobody?: true } = {}) =>
    put.mutate({ params: { id: group.id }, body: { version: group.version, ...change, ...more } })
  const dirty = Object.keys(change).length > 0
  const theirs = (text: string) => (
    <p className="help c-warn" role="alert">
      {t('groups.meanwhile.field', { text })}
    </p>
  )
  return (
    <section className="groupform">
      <div>
        <label className="lab" htmlFor={`${id}-name`}>
          {t('groups.col.name')}
        </label>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={60}
          disabled={off}
          status={fault ? 'error' : ''}
          onChange={(event) => {
            setTyped({ ...typed, name: { now: event.target.value, was: typed.name?.was ?? group.name } })
            setFault(undefined)
          }}
        />
        {fault && (
          <p className="help err" role="alert">
            {fault}
          </p>
        )}
        {meanwhile.name && theirs(group.name)}
      </div>
      <div>
        <label className="lab" htmlFor={`${id}-staff`}>
          {t('groups.col.staff')}
        </label>
        <CarerPicker
          id={`${id}-staff`}
          staff={everybody}
          value={staff}
          disabled={off}
          onChange={(now) => setTyped({ ...typed, staff: { now, was: typed.staff?.was ?? midsOf(group) } })}
        />
        {meanwhile.staff && theirs(staffText(group) || t('groups.noStaffShort'))}
      </div>
      <div>
        <label className="lab" htmlFor={`${id}-reach`}>
          {t('groups.reach')}
        </label>
        <Select
          id={`${id}-reach`}
          className="wide"
          value={reach}
          disabled={off}
          onChange={(now: number) =>
            setTyped({ ...typed, reach: { now, was: typed.reach?.was ?? group.reachMinutes } })
          }
          options={[...new Set([...REACH, group.reachMinutes])]
            .toSorted((one, other) => one - other)
            .map((value) => ({ value, label: t('groups.reachMinutes', { count: value }) }))}
        />
        {meanwhile.reach && theirs(t('groups.reachMinutes', { count: group.reachMinutes }))}
      </div>
      {!off && (
        <Button kind="primary" disabled={!dirty || !name.trim()} loading={put.isPending} onClick={() => save()}>
          {t(meanwhile.name || meanwhile.staff || meanwhile.reach ? 'groups.meanwhile.over' : 'common.save')}
        </Button>
      )}
      {leaving && (
        <LastCarer
          running={group.alerts.running}
          staff={known}
          busy={put.isPending}
          onCancel={() => setLeaving(false)}
          onSave={(mids) => save(mids.length > 0 ? { staff: mids } : { nobody: true })}
        />
      )}
    </section>
  )
}
