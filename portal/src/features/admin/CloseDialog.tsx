import { getStaffAccounts } from '@teleward/contract/admin/endpoints.ts'
import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { Link } from '@tanstack/react-router'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, type ScreenId, screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { Line } from './Line.tsx'
import { useList } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

interface Props {
  row: StaffAccount
  busy: boolean
  onClose: () => void
  onSure: (todosTo: number | undefined) => void
}
/** Before an account is closed: all that is left open, where each is given to somebody else, and who takes the to-dos. */
export function CloseDialog({ row, busy, onClose, onSure }: Props) {
  const [to, setTo] = useState<number>()
  const [typed, setTyped] = useState('')
  const { visits, drafts, todos, cases } = row.toHandOver
  const query = { partner: row.partnerId, state: 'active', review: 'onBoard', q: typed.trim(), pageSize: 50 } as const
  const staff = useList(getStaffAccounts, { query }, todos > 0)
  const takers = (staff.data?.data ?? []).filter(
    ({ mid, staffType, doctortype }) =>
      mid !== row.mid && staffType !== 4 && doctortype !== 'customer_service' && doctortype !== 'agent',
  )
  const nothing = visits + drafts + todos + cases === 0
  return (
    <Modal
      open
      title={t('admin.staff.closeTitle', { name: nameOf(row) })}
      okText={t('admin.staff.close')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: true, loading: busy }}
      onCancel={onClose}
      onOk={() => onSure(to)}
    >
      <p>{t('admin.staff.closeEnds')}</p>
      {nothing ? (
        <p className="t2">{t('admin.staff.leftNothing')}</p>
      ) : (
        <>
          <p className="b">{t('admin.staff.left')}</p>
          <ul className="leftover">
            <Left
              count={visits}
              text={t('admin.staff.leftVisits', { count: visits })}
              to="apptmgmt"
              search={{ tab: 'future', did: String(row.mid) }}
            />
            <Left
              count={cases}
              text={t('admin.staff.leftCases', { count: cases })}
              to="crm"
              search={{ owner: String(row.mid) }}
            />
            <Left count={drafts} text={t('admin.staff.leftDrafts', { count: drafts })} />
            <Left count={todos} text={t('admin.staff.leftTodos', { count: todos })} />
          </ul>
        </>
      )}
      {drafts > 0 && <p className="t3 f13">{t('admin.staff.leftDraftsText')}</p>}
      {todos > 0 && (
        <Line label={t('admin.staff.todosTo')} note={to === undefined && t('admin.staff.todosStay')}>
          <Select
            aria-label={t('admin.staff.todosTo')}
            allowClear
            showSearch
            filterOption={false}
            onSearch={setTyped}
            value={to}
            loading={staff.isFetching}
            onChange={(mid: number | undefined) => setTo(mid)}
            options={takers.map((one) => ({
              value: one.mid,
              label: t('common.pair', { name: nameOf(one), value: staffTypeText(one.doctortype) }),
            }))}
          />
        </Line>
      )}
    </Modal>
  )
}

interface LeftProps {
  count: number
  text: string
  /** Where it is given to somebody else. */
  to?: ScreenId
  search?: Record<string, string>
}
function Left({ count, text, to, search }: LeftProps) {
  const me = useMe()
  if (count === 0) return null
  const open = to !== undefined && closedBy(me, screenById(to)) === null
  return (
    <li className="row">
      <span className="grow">{text}</span>
      {open && (
        <Link className="link" to={pathTo(to)} search={search ?? {}}>
          {t('admin.staff.leftGo')}
        </Link>
      )}
    </li>
  )
}
