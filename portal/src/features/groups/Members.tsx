import { UserAddOutlined } from '@ant-design/icons'
import { putMonitorGroup } from '@teleward/contract/monitoring/group-endpoints.ts'
import type { GroupMember, MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'
import { useId, useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { onStale } from './labels.tsx'
import { OffDialog } from './OffDialog.tsx'
import { OwnRules } from './OwnRules.tsx'
import { type Gone, takeOutQuestion, withGone } from './takingOut.ts'

/** Who is in it. Taking somebody out is asked, and the row stays where it is, with a way back. */
export function Members({ group }: { group: MonitorGroupDetail }) {
  const id = useId()
  const [adding, setAdding] = useState<Picked[] | null>(null)
  const [turning, setTurning] = useState<GroupMember | null>(null)
  const [limiting, setLimiting] = useState<GroupMember | null>(null)
  const [gone, setGone] = useState<readonly Gone[]>([])
  const put = useEndpointMutation(putMonitorGroup, { onError: onStale })
  const hidden = group.members - group.people.length
  const change = (body: { addMembers?: number[]; removeMembers?: number[] }, onSuccess: () => void) =>
    put.mutate({ params: { id: group.id }, body: { version: group.version, ...body } }, { onSuccess })
  const rows = withGone(group.people, gone)
  const takeOut = async (one: GroupMember) => {
    if (!(await confirmAct(takeOutQuestion(one)))) return
    const place = rows.findIndex(({ pid }) => pid === one.pid)
    change({ removeMembers: [one.pid] }, () => setGone((all) => [...all, { one, place }]))
  }
  const isOut = ({ pid }: GroupMember) => !group.people.some((one) => one.pid === pid)
  const putBack = ({ pid }: GroupMember) =>
    change({ addMembers: [pid] }, () => setGone((all) => all.filter(({ one }) => one.pid !== pid)))
  const may = group.mayMembers && group.state === 'active'
  return (
    <section className="groupform">
      <h2 className="sech">
        {t('groups.col.members')}
        <span className="num t3">{group.members}</span>
      </h2>
      {hidden > 0 && <p className="t3 f13">{t('groups.hidden', { count: hidden })}</p>}
      <ul className="grouppeople">
        {rows.map((one) => (
          <li key={one.pid}>
            <span className="grow">
              <b>{either(one.name, one.nameEn)}</b>
              <span className="t3 f12 num blk">
                {one.memberNo}
                {t('common.dot')}
                {t('groups.since', { date: formatDate(one.since) })}
              </span>
              {one.shut > 0 && <span className="c-warn f12 blk">{t('groups.shutAlerts', { count: one.shut })}</span>}
              {one.off && <span className="c-warn f12 blk">{t('groups.off.because', { reason: one.off.reason })}</span>}
            </span>
            {may && isOut(one) && (
              <>
                <span className="c-warn f12">{t('groups.isOut')}</span>
                <Button size="sm" disabled={put.isPending} onClick={() => putBack(one)}>
                  {t('groups.putBack')}
                </Button>
              </>
            )}
            {may && !isOut(one) && (
              <>
                <Button size="sm" onClick={() => setLimiting(one)}>
                  {t('groups.own.edit')}
                </Button>
                <Button size="sm" onClick={() => setTurning(one)}>
                  {t(one.off ? 'groups.off.on' : 'groups.off.off')}
                </Button>
                <Button size="sm" disabled={put.isPending} onClick={() => void takeOut(one)}>
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
              onClick={() => change({ addMembers: adding.map(({ pid }) => pid) }, () => setAdding(null))}
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
