import { EditOutlined, StopOutlined } from '@ant-design/icons'
import { deleteMonitorGroup, getMonitorGroup, getMonitorRules } from '@teleward/contract/monitoring/group-endpoints.ts'
import type { MonitorGroup, MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Care } from './Care.tsx'
import { Members } from './Members.tsx'
import { RulesForm } from './RulesForm.tsx'
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
      {query.data && <Care key={`care ${id}`} group={query.data} />}
      {query.data && <Members key={`members ${id}`} group={query.data} />}
      {query.data && <Rules group={query.data} />}
    </DetailDrawer>
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
