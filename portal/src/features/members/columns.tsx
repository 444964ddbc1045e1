import { CheckCircleOutlined, StopOutlined, UserSwitchOutlined } from '@ant-design/icons'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { t, type useT } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { authorisationOf, either, PatientCell } from '../../patterns/Patient.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { AuthorisationTag } from '../../ui/PatientHeader.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { AlertCell, ManagersCell, type MarkParts, TagsCell, UnreadCell } from './marks.tsx'
import { dayText, whenText } from './labels.ts'

/** Two people of one name and birthday carry a warning on both. */
export const TwinSign = ({ row }: { row: Pick<MemberRow, 'twin'> }) =>
  row.twin ? (
    <span className="c-warn" role="img" title={t('members.twin')} aria-label={t('members.twin')}>
      <UserSwitchOutlined />
    </span>
  ) : null

const Mobile = ({ row }: { row: MemberRow }) =>
  row.mobile === null ? null : (
    <span className="num">
      {row.mobile}{' '}
      <span className={`f12 ${row.mobilecode ? 't3' : 'c-warn'}`}>
        {t(row.mobilecode ? 'members.verified' : 'members.unverified')}
      </span>
    </span>
  )
export const StatusOf = ({ status }: Pick<MemberRow, 'status'>) => (
  <StatusTag
    kind={status === 'active' ? 'ok' : 'warn'}
    icon={status === 'active' ? <CheckCircleOutlined /> : <StopOutlined />}
  >
    {t(`members.status.${status}`)}
  </StatusTag>
)

/** Number and the last of the id: two people of one name are told apart. */
export const numbersOf = ({ memberNo, idLast }: Pick<MemberRow, 'memberNo' | 'idLast'>) =>
  idLast ? `${memberNo} •••${idLast}` : memberNo

/** Both lists know all columns; which of them stand by themselves differs. `say` speaks the language they are made for. */
export function columnsOf(say: ReturnType<typeof useT>, register: boolean, parts: MarkParts): Column<MemberRow>[] {
  const c = (
    key: string,
    cell: Column<MemberRow>['cell'],
    more: Partial<Column<MemberRow>> = {},
  ): Column<MemberRow> => ({
    key,
    title: say(`members.col.${key as 'no'}`),
    cell,
    ...more,
  })
  return [
    c(
      'member',
      (row) => (
        <span className="row">
          <span className="grow">
            <PatientCell patient={row} />
          </span>
          <TwinSign row={row} />
        </span>
      ),
      { sort: 'member', fixed: true, width: 190 },
    ),
    c('no', (row) => <span className="num">{numbersOf(row)}</span>, { width: 150, minTable: 560 }),
    ...(parts.watched
      ? [c('alert', (row) => <AlertCell row={row} />, { width: 168, minTable: 700, extra: register })]
      : []),
    ...(parts.unread
      ? [c('unread', (row) => <UnreadCell row={row} />, { width: 60, minTable: 640, extra: register })]
      : []),
    ...(parts.conditions || parts.watched
      ? [c('tags', (row) => <TagsCell row={row} parts={parts} />, { width: 220, minTable: 1600, extra: register })]
      : []),
    c('state', (row) => <StatusOf status={row.status} />, { width: 110, minTable: 900, extra: !register }),
    c('mobile', (row) => <Mobile row={row} />, { width: 150, minTable: register ? 760 : 1340 }),
    c('birthday', (row) => <span className="num">{dayText(row.birthday)}</span>, {
      sort: 'birthday',
      width: 110,
      minTable: 1000,
      extra: !register,
    }),
    c('identity', (row) => t(`members.identity.${row.identity}`), { width: 110, minTable: 1200, extra: !register }),
    c('unit', (row) => either(row.unitName, row.unitNameEn), { width: 120, minTable: 860 }),
    c('auth', (row) => <AuthorisationTag value={authorisationOf(row)} />, {
      width: 204,
      minTable: 980,
      extra: register,
    }),
    c('next', (row) => <span className="num">{row.next ? whenText(row.next.startAt) : ''}</span>, {
      width: 140,
      minTable: 1060,
      extra: register,
    }),
    c('last', (row) => <span className="num">{dayText(row.lastVisitAt)}</span>, {
      width: 110,
      minTable: register ? 1160 : 1460,
      extra: register,
    }),
    c('doctor', (row) => row.doctor, { width: 110, extra: true }),
    ...(parts.managers ? [c('manager', (row) => <ManagersCell row={row} />, { width: 150, extra: true })] : []),
    c('account', (row) => <span className="num">{row.account}</span>, { width: 130, extra: true }),
    c('nhi', (row) => <span className="num">{row.nhiLast ? `•••• ${row.nhiLast}` : ''}</span>, {
      width: 110,
      extra: true,
    }),
    c('height', (row) => (row.height === null ? '' : formatNumber(row.height)), {
      width: 80,
      align: 'right',
      extra: true,
    }),
    c('weight', (row) => (row.weight === null ? '' : formatNumber(row.weight)), {
      width: 80,
      align: 'right',
      extra: true,
    }),
    c('email', (row) => row.email, { width: 180, extra: true }),
    c('created', (row) => <span className="num">{formatDate(row.createdAt)}</span>, {
      sort: 'created',
      width: 110,
      minTable: 1100,
      extra: !register,
    }),
    c('by', (row) => row.createdBy, { width: 110, minTable: 1280, extra: !register }),
  ]
}
