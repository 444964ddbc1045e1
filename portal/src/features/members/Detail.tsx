import { EditOutlined, UndoOutlined } from '@ant-design/icons'
import { checkmemberfreepay } from '@teleward/contract/fees/endpoints.ts'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { undoMerge } from '@teleward/contract/members/register-endpoints.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail, MemberRow } from '@teleward/contract/members/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { MemberTodos } from '../../patterns/handoffs/MemberTodos.tsx'
import { allergiesIn, authorisationOf, nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { AllergyLine, AuthorisationTag } from '../../ui/PatientHeader.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { MemberContext, Offer } from '../../patterns/memberActs.tsx'
import { Body } from './Body.tsx'
import { Cases } from './Cases.tsx'
import { TwinSign } from './columns.tsx'
import { History } from './History.tsx'
import type { Choices } from './Filters.tsx'
import { DisabledDetail } from './DisabledDetail.tsx'
import { Memberships } from './Memberships.tsx'
import { Consents, Files } from './Papers.tsx'
import { Part } from './Part.tsx'
import { Visits } from './Visits.tsx'
import { whenText } from './labels.ts'

interface Props {
  pid: number
  row: MemberRow | undefined
  acts: (of: MemberContext) => Offer[]
  units: Choices['units']
  register: boolean
  move: DrawerStep
  onEdit: (member: MemberDetail) => void
}

/** One member in full beside the list. */
export function Detail({ pid, row, acts, units, register, move, onEdit }: Props) {
  const query = useQuery(endpointQuery(getMember, { params: { pid } }))
  const writes = useRight('member.write') !== '-'
  const readsVisits = useRight('appointment.read') !== '-'
  const readsRecord = useRight('emr.read') !== '-'
  const readsFiles = useRight('file.read') !== '-'
  const me = useMe()
  const readsCases = me.permissions['crm.read'] !== '-' && closedBy(me, screenById('crm')) === null
  // Disabled while it is open: what was known of the member before is not shown any longer.
  const disabled = query.isError && codeOf(query.error) === 'MEMBER_DISABLED'
  const member = disabled ? undefined : query.data
  const shown: PatientBrief | undefined = disabled ? undefined : (member ?? row)
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
              {shown.authorised !== 'notAuthorised' && <AllergyLine value={allergiesIn(shown)} />}
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
      {disabled && <DisabledDetail pid={pid} units={units} register={register} />}
      {query.isError && !member && !disabled && (
        <ErrorState
          title={t('members.detail.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={6} />}
      {member && (
        <>
          <Facts member={member} register={register} />
          <Body key={member.pid} member={member} writes={writes} />
          <History member={member} />
          {readsRecord && <Consents pid={member.pid} />}
          {readsVisits && <Visits pid={member.pid} />}
          {readsFiles && <Files member={member} />}
          <MemberTodos pid={member.pid} className="mpart" />
          {readsCases && <Cases pid={member.pid} />}
          <Memberships of={member} name={nameOf(member)} units={units} register={register} />
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

function Merges({ member }: { member: MemberDetail }) {
  const may = useRight('member.import') !== '-'
  const undoing = useEndpointMutation(undoMerge, {
    onDone: () => notify({ kind: 'ok', title: t('members.mrg.undone') }),
  })
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
