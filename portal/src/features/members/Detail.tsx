import { EditOutlined, UndoOutlined } from '@ant-design/icons'
import { checkmemberfreepay } from '@teleward/contract/fees/endpoints.ts'
import { changeMembership, getMember, joinUnit } from '@teleward/contract/members/endpoints.ts'
import { undoMerge } from '@teleward/contract/members/register-endpoints.ts'
import { historyKind, type MemberDetail, type MemberRow, type PatientBrief } from '@teleward/contract/members/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, useAct, wordsOf } from '../../api/query.ts'
import { closedBy } from '../../app/menu.ts'
import { screenById } from '../../app/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { MemberTodos } from '../../patterns/handoffs/MemberTodos.tsx'
import { allergyNames, authorisationOf, either, nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { AllergyLine, AuthorisationTag } from '../../ui/PatientHeader.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Of, Offer } from '../../patterns/memberActs.tsx'
import { Body } from './Body.tsx'
import { Cases } from './Cases.tsx'
import { StatusOf, TwinSign } from './columns.tsx'
import type { Choices } from './Filters.tsx'
import { Part } from './Part.tsx'
import { whenText } from './words.ts'

interface Props {
  pid: number
  row: MemberRow | undefined
  acts: (of: Of) => Offer[]
  units: Choices['units']
  register: boolean
  move: DrawerStep
  onEdit: (member: MemberDetail) => void
}

/** One member in full beside the list. */
export function Detail({ pid, row, acts, units, register, move, onEdit }: Props) {
  const query = useQuery(endpointQuery(getMember, { params: { pid } }))
  const writes = useRight('member.write') !== '-'
  const me = useMe()
  const readsCases = me.permissions['crm.read'] !== '-' && closedBy(me, screenById('crm')) === null
  const member = query.data
  const shown: PatientBrief | undefined = member ?? row
  return (
    <DetailDrawer
      label={t('members.detail.title')}
      plain
      step={move}
      top={shown && <span className="t2 f13 num">{shown.memberNo}</span>}
      head={
        shown && (
          <div className="whobox">
            <PatientHead
              patient={shown}
              brief
              actions={
                writes &&
                member && (
                  <Button size="sm" icon={<EditOutlined />} onClick={() => onEdit(member)}>
                    {t('members.edit')}
                  </Button>
                )
              }
            />
            <div className="marks">
              <AuthorisationTag value={authorisationOf(shown)} />
              {shown.authorised !== 'notAuthorised' && <AllergyLine allergies={allergyNames(shown)} />}
              {member?.twin && (
                <span className="row c-warn f12">
                  <TwinSign row={member} />
                  {t('members.twin')}
                </span>
              )}
            </div>
          </div>
        )
      }
      footer={member && <Foot offers={acts(member)} />}
    >
      {query.isError && !member && (
        <ErrorState
          title={t('members.detail.failed')}
          text={wordsOf(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={6} />}
      {member && (
        <>
          <Facts member={member} register={register} />
          <Body key={`${member.pid}-${member.version}`} member={member} writes={writes} />
          <History member={member} />
          <MemberTodos pid={member.pid} className="mpart" />
          {readsCases && <Cases pid={member.pid} />}
          <Memberships member={member} units={units} register={register} />
          {register && member.merges.length > 0 && <Merges member={member} />}
        </>
      )}
    </DetailDrawer>
  )
}

function Foot({ offers }: { offers: Offer[] }) {
  return (
    <div className="row wrap">
      {offers.map(({ act, label, icon, why, run }) => (
        <Button key={act} size="sm" icon={icon} disabled={why !== undefined} title={why} onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Whether a visit today costs the member nothing, and why. */
function useFree({ pid }: MemberDetail, asked: boolean): string | undefined {
  const { data } = useQuery({ ...endpointQuery(checkmemberfreepay, { body: { pid } }), enabled: asked })
  if (!data) return undefined
  if (!data.free) return t('members.detail.pays')
  const why = t(data.kind === 'contract' ? 'members.detail.contract' : 'members.detail.free')
  return data.until ? `${why}${t('common.dot')}${t('members.detail.until', { date: formatDate(data.until) })}` : why
}

function Facts({ member, register }: { member: MemberDetail; register: boolean }) {
  const books = useRight('appointment.book') !== '-'
  const free = useFree(member, register && books)
  const contact = member.emergencyContact
  const facts: [string, ReactNode][] = [
    [t('members.col.account'), member.account],
    [t('members.detail.id'), member.idNumber],
    [t('members.col.identity'), t(`members.identity.${member.identity}`)],
    [t('members.col.birthday'), member.birthday && formatDate(member.birthday)],
    [
      t('members.col.mobile'),
      member.mobile &&
        `${member.mobile}${t('common.dot')}${t(member.mobilecode ? 'members.verified' : 'members.unverified')}`,
    ],
    [t('members.detail.nhi'), member.nhiCardNumber],
    [t('members.col.email'), member.email],
    [
      t('members.detail.contact'),
      contact && [contact.name, contact.relation, contact.phone].filter(Boolean).join(t('common.dot')),
    ],
    [t('members.detail.lastVisit'), member.lastVisitAt && whenText(member.lastVisitAt)],
    [t('members.detail.nextVisit'), member.next && whenText(member.next.startAt)],
    ...(register && books ? ([[t('members.detail.fee'), free]] as [string, ReactNode][]) : []),
    [t('members.col.created'), [formatDate(member.createdAt), member.createdBy].filter(Boolean).join(t('common.dot'))],
  ]
  return (
    <dl className="mfacts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value ? 'num' : 't3'}>{value || t('members.detail.none')}</dd>
        </div>
      ))}
    </dl>
  )
}

function History({ member }: { member: MemberDetail }) {
  const { histories } = member
  const kinds = historyKind.options.filter((kind) => histories?.some((entry) => entry.kind === kind))
  return (
    <Part title={t('members.detail.history')}>
      {histories === null && <p className="help">{t('members.detail.closed')}</p>}
      {histories !== null && kinds.length === 0 && <p className="help">{t('members.detail.noHistory')}</p>}
      {kinds.map((kind) => (
        <p key={kind} className="mhist">
          <span className="t3">{t(`members.kind.${kind}`)}</span>
          {histories
            ?.filter((entry) => entry.kind === kind)
            .map(({ note, ename }) => either(note, ename))
            .join(t('common.patient.separator'))}
        </p>
      ))}
    </Part>
  )
}

function Memberships({
  member,
  units,
  register,
}: {
  member: MemberDetail
  units: Choices['units']
  register: boolean
}) {
  const disables = useRight('member.disable') !== '-' && register
  const writes = useRight('member.write') !== '-' && register
  const changing = useAct(changeMembership, {
    onDone: (_answer, { body }) =>
      notify({
        kind: 'ok',
        title: t(body.status === 'disabled' ? 'members.membership.disabled' : 'members.membership.restored'),
      }),
  })
  const joining = useAct(joinUnit, {
    onDone: (_answer, { body }) =>
      notify({
        kind: 'ok',
        title: t('members.membership.joined', { unit: units.find(({ id }) => id === body.unitId)?.name ?? '' }),
      }),
  })
  const others = units.filter(({ id }) => !member.units.some(({ unitId }) => unitId === id))
  const disable = async (scope: 'unit' | 'partner', unitId?: number, unit = '') => {
    const future = member.futureVisits ? t('members.membership.future', { count: member.futureVisits }) : ''
    const sure = await confirmAct({
      title: scope === 'unit' ? t('members.membership.disableUnit', { unit }) : t('members.membership.disablePartner'),
      text: `${t('members.membership.disableText', { name: nameOf(member) })} ${future}`.trim(),
      ok: t('members.act.disable'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure)
      changing.mutate({
        params: { pid: member.pid },
        body: { scope, ...(unitId ? { unitId } : {}), status: 'disabled' },
      })
  }
  return (
    <Part title={t('members.detail.units')}>
      <ul className="munits">
        {member.units.map(({ unitId, unitName, unitNameEn, status, since }) => (
          <li key={unitId}>
            <span className="grow">{either(unitName, unitNameEn)}</span>
            <span className="f12 t3 num">{t('members.detail.since', { date: formatDate(since) })}</span>
            <StatusOf status={status} />
            {disables &&
              (status === 'unitDisabled' ? (
                <Button
                  size="sm"
                  onClick={() =>
                    changing.mutate({ params: { pid: member.pid }, body: { scope: 'unit', unitId, status: 'active' } })
                  }
                >
                  {t('members.act.restore')}
                </Button>
              ) : (
                <Button size="sm" kind="bad" onClick={() => void disable('unit', unitId, either(unitName, unitNameEn))}>
                  {t('members.act.disable')}
                </Button>
              ))}
          </li>
        ))}
        {disables && (
          <li>
            <span className="grow">{t('members.detail.partner')}</span>
            <Button size="sm" kind="bad" onClick={() => void disable('partner')}>
              {t('members.act.disable')}
            </Button>
          </li>
        )}
      </ul>
      {writes && others.length > 0 && (
        <div className="row wrap">
          {others.map((unit) => (
            <Button
              key={unit.id}
              size="sm"
              kind="text"
              onClick={() => joining.mutate({ params: { pid: member.pid }, body: { unitId: unit.id } })}
            >
              {t('common.pair', { name: t('members.act.join'), value: either(unit.name, unit.nameEn) })}
            </Button>
          ))}
        </div>
      )}
    </Part>
  )
}

function Merges({ member }: { member: MemberDetail }) {
  const may = useRight('member.import') !== '-'
  const undoing = useAct(undoMerge, { onDone: () => notify({ kind: 'ok', title: t('members.mrg.undone') }) })
  const undo = async (id: number) => {
    const sure = await confirmAct({
      title: t('members.mrg.undoAsk'),
      text: t('members.mrg.undoText'),
      ok: t('members.detail.undo'),
      cancel: t('common.cancel'),
    })
    if (sure) undoing.mutate({ params: { id } })
  }
  return (
    <Part title={t('members.detail.merges')}>
      <ul className="munits">
        {member.merges.map(({ id, mergedAt, mergedBy }) => (
          <li key={id}>
            <span className="grow">{t('members.detail.mergedAt', { date: formatDate(mergedAt), name: mergedBy })}</span>
            {may && (
              <Button size="sm" icon={<UndoOutlined />} loading={undoing.isPending} onClick={() => void undo(id)}>
                {t('members.detail.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
