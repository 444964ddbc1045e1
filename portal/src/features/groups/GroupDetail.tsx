import { EditOutlined, StopOutlined, UserAddOutlined } from '@ant-design/icons'
import {
  deleteMonitorGroup,
  getMonitorChoices,
  getMonitorGroup,
  getMonitorRules,
  putMonitorGroup,
} from '@teleward/contract/monitoring/group-endpoints.ts'
import type { GroupMember, MonitorGroup, MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { CarerPicker } from './CarerPicker.tsx'
import { LastCarer } from './LastCarer.tsx'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { OffDialog } from './OffDialog.tsx'
import { RulesForm } from './RulesForm.tsx'
import { OwnRules } from './OwnRules.tsx'
import { hoursText, limitText, severityText } from '../../patterns/limits.ts'
import { AlertCounts, onStale, StateTag, unitText } from './labels.tsx'

/** One group: who cares, for whom, by which limits. */
export function GroupDetail({ id, row, step }: { id: string; row: MonitorGroup | undefined; step: DrawerStep }) {
  const query = useQuery(endpointQuery(getMonitorGroup, { params: { id } }))
  const shown = query.data ?? row
  const end = useEndpointMutation(deleteMonitorGroup, {
    onError: onStale,
    onDone: () => notify({ kind: 'ok', title: t('groups.ended') }),
  })
  const askEnd = async ({ name, members, alerts, version }: MonitorGroupDetail) => {
    const yes = await confirmAct({
      title: t('groups.endTitle', { name }),
      text: [
        t('groups.endText', { count: members }),
        ...(alerts.running ? [t('groups.endAlerts', { count: alerts.running })] : []),
      ].join(' '),
      ok: t('groups.end'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) end.mutate({ params: { id }, query: { version } })
  }
  const living = query.data?.state === 'active' ? query.data : undefined
  return (
    <DetailDrawer
      label={t('groups.detail')}
      step={step}
      top={shown && <StateTag state={shown.state} />}
      head={
        shown && (
          <div className="row">
            <h2 className="ell">{shown.name}</h2>
            <span className="t3 f12">{unitText(shown)}</span>
            <span className="t3 f12">{t('groups.col.alerts')}</span>
            <AlertCounts row={shown} />
          </div>
        )
      }
      footer={
        living && (
          <Button kind="bad" icon={<StopOutlined />} loading={end.isPending} onClick={() => void askEnd(living)}>
            {t('groups.end')}
          </Button>
        )
      }
    >
      {query.isError && !query.data && (
        <ErrorState
          title={t('groups.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={6} />}
      {query.data && <Care key={`${id}-${query.data.version}`} group={query.data} />}
      {query.data && <Members group={query.data} />}
      {query.data && <Rules group={query.data} />}
    </DetailDrawer>
  )
}

/** Its name and its staff. */
function Care({ group }: { group: MonitorGroupDetail }) {
  const id = useId()
  const off = group.state === 'ended'
  const [name, setName] = useState(group.name)
  const mids = group.staff.map(({ mid }) => mid)
  const [staff, setStaff] = useState(mids)
  const [fault, setFault] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const choices = useQuery(endpointQuery(getMonitorChoices, {}))
  const known = choices.data?.find((one) => one.id === group.unitId)?.staff ?? []
  const everybody = [...group.staff.filter(({ mid }) => !known.some((one) => one.mid === mid)), ...known]
  const put = useEndpointMutation(putMonitorGroup, {
    onDone: () => notify({ kind: 'ok', title: t('groups.saved') }),
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
    put.mutate({
      params: { id: group.id },
      body: {
        version: group.version,
        ...(name.trim() === group.name ? {} : { name: name.trim() }),
        ...(staffChanged ? { staff } : {}),
        ...more,
      },
    })
  const staffChanged = staff.length !== mids.length || staff.some((mid) => !mids.includes(mid))
  const dirty = name.trim() !== group.name || staffChanged
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
            setName(event.target.value)
            setFault(undefined)
          }}
        />
        {fault && (
          <p className="help err" role="alert">
            {fault}
          </p>
        )}
      </div>
      <div>
        <label className="lab" htmlFor={`${id}-staff`}>
          {t('groups.col.staff')}
        </label>
        <CarerPicker id={`${id}-staff`} staff={everybody} value={staff} disabled={off} onChange={setStaff} />
      </div>
      {!off && (
        <Button kind="primary" disabled={!dirty || !name.trim()} loading={put.isPending} onClick={() => save()}>
          {t('common.save')}
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

function Members({ group }: { group: MonitorGroupDetail }) {
  const id = useId()
  const [adding, setAdding] = useState<Picked[] | null>(null)
  const [turning, setTurning] = useState<GroupMember | null>(null)
  const [limiting, setLimiting] = useState<GroupMember | null>(null)
  const put = useEndpointMutation(putMonitorGroup, { onError: onStale, onDone: () => setAdding(null) })
  const hidden = group.members - group.people.length
  const change = (body: { addMembers?: number[]; removeMembers?: number[] }) =>
    put.mutate({ params: { id: group.id }, body: { version: group.version, ...body } })
  const may = group.mayMembers && group.state === 'active'
  return (
    <section className="groupform">
      <h2 className="sech">
        {t('groups.col.members')}
        <span className="num t3">{group.members}</span>
      </h2>
      {hidden > 0 && <p className="t3 f13">{t('groups.hidden', { count: hidden })}</p>}
      <ul className="grouppeople">
        {group.people.map((one) => (
          <li key={one.pid}>
            <span className="grow">
              <b>{either(one.name, one.nameEn)}</b>
              <span className="t3 f12 num blk">
                {one.memberNo}
                {t('common.dot')}
                {t('groups.since', { date: formatDate(one.since) })}
              </span>
              {one.off && <span className="c-warn f12 blk">{t('groups.off.because', { reason: one.off.reason })}</span>}
            </span>
            {may && (
              <>
                <Button size="sm" onClick={() => setLimiting(one)}>
                  {t('groups.own.edit')}
                </Button>
                <Button size="sm" onClick={() => setTurning(one)}>
                  {t(one.off ? 'groups.off.on' : 'groups.off.off')}
                </Button>
                <Button size="sm" disabled={put.isPending} onClick={() => change({ removeMembers: [one.pid] })}>
                  {t('groups.takeOut')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {may && adding === null && (
        <Button size="sm" icon={<UserAddOutlined />} onClick={() => setAdding([])}>
          {t('groups.putIn')}
        </Button>
      )}
      {may && adding !== null && (
        <div className="groupadd">
          <label className="lab" htmlFor={`${id}-add`}>
            {t('groups.putIn')}
          </label>
          <MemberPicker
            id={`${id}-add`}
            unit={group.unitId}
            value={adding}
            without={new Set(group.people.map(({ pid }) => pid))}
            onChange={setAdding}
          />
          <div className="row">
            <Button size="sm" onClick={() => setAdding(null)}>
              {t('common.cancel')}
            </Button>
            <Button
              size="sm"
              kind="primary"
              disabled={adding.length === 0}
              loading={put.isPending}
              onClick={() => change({ addMembers: adding.map(({ pid }) => pid) })}
            >
              {t('groups.putIn')}
            </Button>
          </div>
        </div>
      )}
      {limiting && (
        <OwnRules pid={limiting.pid} name={either(limiting.name, limiting.nameEn)} onClose={() => setLimiting(null)} />
      )}
      {turning && (
        <OffDialog
          member={{ pid: turning.pid, name: either(turning.name, turning.nameEn) }}
          off={turning.off !== null}
          onClose={() => setTurning(null)}
        />
      )}
    </section>
  )
}

function Rules({ group }: { group: MonitorGroupDetail }) {
  const [editing, setEditing] = useState(false)
  const query = useQuery(endpointQuery(getMonitorRules, { query: { group: group.id } }))
  return (
    <section className="groupform">
      <h2 className="sech">
        {t('groups.col.rules')}
        <span className="num t3">{query.data?.rules.length ?? group.rules}</span>
      </h2>
      {query.error && <p className="help err">{errorMessage(query.error)}</p>}
      <ul className="grouppeople">
        {query.data?.rules.map((rule) => (
          <li key={rule.id}>
            <span className={`sev ${rule.severity}`}>{severityText(rule.severity)}</span>
            <span className="grow">{limitText(rule) + hoursText(rule)}</span>
          </li>
        ))}
      </ul>
      {query.data?.rules.length === 0 && <p className="t3 f13">{t('groups.rule.none')}</p>}
      {group.state === 'active' && query.data && (
        <Button size="sm" icon={<EditOutlined />} onClick={() => setEditing(true)}>
          {t('groups.rule.edit')}
        </Button>
      )}
      {editing && query.data && (
        <RulesForm
          limits={{ ...query.data, of: { group: group.id } }}
          name={group.name}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  )
}
