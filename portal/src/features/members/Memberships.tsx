import { changeMembership, joinUnit } from '@teleward/contract/members/endpoints.ts'
import type { MemberDetail, Memberships as Known } from '@teleward/contract/members/schema.ts'
import { useMe, useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { StatusOf } from './columns.tsx'
import type { Choices } from './Filters.tsx'
import { Part } from './Part.tsx'
import { whenText } from './labels.ts'

interface Props {
  of: Known & Partial<Pick<MemberDetail, 'comingVisits' | 'futureVisits'>>
  /** As it is called on this screen. */
  name: string
  units: Choices['units']
  register: boolean
}
type Unit = Known['units'][number]

/** The memberships of the caller's units and of the institution: disabled, restored, joined, moved. */
export function Memberships({ of, name, units, register }: Props) {
  const me = useMe()
  const may = useRight('member.disable') !== '-'
  const disables = may && register
  // What was disabled is restored wherever it is seen, by whom the register is open to.
  const restores = may && closedBy(me, screenById('membersmgmt')) === null
  const writes = useRight('member.write') !== '-' && register
  const params = { pid: of.pid }
  const changing = useEndpointMutation(changeMembership, {
    onDone: (_answer, { body }) =>
      notify({
        kind: 'ok',
        title: t(body.status === 'disabled' ? 'members.membership.disabled' : 'members.membership.restored'),
      }),
  })
  const joining = useEndpointMutation(joinUnit, {
    onDone: (_answer, { body }) => {
      const unit = units.find(({ id }) => id === body.unitId)
      const vars = { unit: unit ? either(unit.name, unit.nameEn) : '' }
      notify({ kind: 'ok', title: t(body.leave ? 'members.membership.moved' : 'members.membership.joined', vars) })
    },
  })
  const busy = changing.isPending || joining.isPending
  const others = units.filter(({ id }) => !of.units.some(({ unitId }) => unitId === id))
  const sure = (title: string, ok: string, unitId?: number) =>
    confirmAct({
      title,
      text: (
        <>
          {t('members.membership.disableText', { name })}
          <Coming of={of} unitId={unitId} />
        </>
      ),
      ok,
      cancel: t('common.cancel'),
      danger: true,
    })
  const disable = async (unit?: Unit) => {
    const title = unit
      ? t('members.membership.disableUnit', { unit: either(unit.unitName, unit.unitNameEn) })
      : t('members.membership.disablePartner')
    if (!(await sure(title, t('members.act.disable'), unit?.unitId))) return
    const scope = unit ? ({ scope: 'unit', unitId: unit.unitId } as const) : ({ scope: 'partner' } as const)
    changing.mutate({ params, body: { ...scope, status: 'disabled' } })
  }
  const move = async (from: Unit, to: Choices['units'][number]) => {
    const words = { from: either(from.unitName, from.unitNameEn), to: either(to.name, to.nameEn) }
    if (await sure(t('members.membership.move', words), t('members.act.move'), from.unitId))
      joining.mutate({ params, body: { unitId: to.id, leave: from.unitId } })
  }
  const restore = (body: { scope: 'unit'; unitId: number } | { scope: 'partner' }) => (
    <Button size="sm" disabled={busy} onClick={() => changing.mutate({ params, body: { ...body, status: 'active' } })}>
      {t('members.act.restore')}
    </Button>
  )
  return (
    <Part title={t('members.detail.units')}>
      <ul className="munits">
        {of.units.map((unit) => (
          <li key={unit.unitId}>
            <span className="grow">{either(unit.unitName, unit.unitNameEn)}</span>
            <span className="f12 t3 num">{t('members.detail.since', { date: formatDate(unit.since) })}</span>
            <StatusOf status={unit.status} />
            {unit.status === 'unitDisabled' && restores && restore({ scope: 'unit', unitId: unit.unitId })}
            {unit.status === 'active' && disables && (
              <>
                {writes && others.length > 0 && (
                  <MenuButton
                    className="btn sm"
                    label={t('members.act.move')}
                    items={others.map((to) => ({
                      key: String(to.id),
                      label: either(to.name, to.nameEn),
                      onPick: () => void move(unit, to),
                    }))}
                  >
                    {t('members.act.move')}
                  </MenuButton>
                )}
                <Button size="sm" kind="bad" disabled={busy} onClick={() => void disable(unit)}>
                  {t('members.act.disable')}
                </Button>
              </>
            )}
          </li>
        ))}
        {(disables || of.partnerStatus === 'disabled') && (
          <li>
            <span className="grow">{t('members.detail.partner')}</span>
            {of.partnerStatus === 'disabled' && <StatusOf status="partnerDisabled" />}
            {of.partnerStatus === 'disabled' && restores && restore({ scope: 'partner' })}
            {of.partnerStatus === 'active' && disables && (
              <Button size="sm" kind="bad" disabled={busy} onClick={() => void disable()}>
                {t('members.act.disable')}
              </Button>
            )}
          </li>
        )}
      </ul>
      {writes && of.futureVisits !== undefined && others.length > 0 && (
        <div className="row wrap">
          {others.map((unit) => (
            <Button
              key={unit.id}
              size="sm"
              kind="text"
              disabled={busy}
              onClick={() => joining.mutate({ params, body: { unitId: unit.id } })}
            >
              {t('common.pair', { name: t('members.act.join'), value: either(unit.name, unit.nameEn) })}
            </Button>
          ))}
        </div>
      )}
    </Part>
  )
}

/** Which visits are to come, in the unit that is asked about or in all: to be dealt with before they are hidden. */
function Coming({
  of: { comingVisits = [], futureVisits = 0 },
  unitId,
}: {
  of: Props['of']
  unitId: number | undefined
}) {
  const visits = comingVisits.filter((visit) => unitId === undefined || visit.unitId === unitId)
  // More than are named: whether they are of this unit is not known.
  const more = futureVisits - comingVisits.length
  if (visits.length + more === 0) return null
  return (
    <>
      <p>{t('members.membership.future', { count: visits.length + more })}</p>
      <ul className="mcoming num">
        {visits.map(({ qid, startAt, site, doctor }) => (
          <li key={qid}>{[whenText(startAt), doctor, t(`members.site.${site}`)].join(t('common.dot'))}</li>
        ))}
        {more > 0 && <li>…</li>}
      </ul>
    </>
  )
}
