import { getStaffAccounts } from '@teleward/contract/admin/endpoints.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

interface Props {
  mid: number | undefined
  /** Their name, where it is known already; else it is asked for. */
  name?: string | undefined
  onPick: (mid: number | undefined) => void
  label?: string
  placeholder?: string
  /** Of another institution than the own, for its operator. */
  partner?: number
  disabled?: boolean
}
/** Whose rows: found by a part of the name or account, among the staff that one administers. */
export function WhoSelect({ mid, name, onPick, label, placeholder, partner, disabled }: Props) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const q = useDeferredValue(typed.trim())
  const found = useList(getStaffAccounts, { query: { q, pageSize: 20, partner } }, open)
  const people = found.data?.data ?? []
  const asked = mid !== undefined && name === undefined
  const own = useList(getStaffAccounts, { query: { mid, pageSize: 1, partner } }, asked).data?.data
  const called = name ?? own?.filter((one) => one.mid === mid).map(nameOf)[0]
  return (
    <Select
      className="filterselect"
      aria-label={label ?? t('admin.audit.who')}
      placeholder={placeholder ?? t('admin.audit.who')}
      disabled={disabled}
      allowClear
      showSearch
      filterOption={false}
      popupMatchSelectWidth={false}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? t('common.loading') : t('admin.staff.empty')}
      value={mid === undefined ? undefined : String(mid)}
      onSearch={setTyped}
      onOpenChange={(now) => {
        setOpen(now)
        if (!now) setTyped('')
      }}
      onChange={(picked: string | undefined) => onPick(picked === undefined ? undefined : Number(picked))}
      options={[
        ...(mid !== undefined && !people.some((one) => one.mid === mid)
          ? [{ value: String(mid), label: called ?? `#${mid}` }]
          : []),
        ...people.map((one) => ({
          value: String(one.mid),
          label: t('common.pair', { name: nameOf(one), value: staffTypeText(one.doctortype) }),
        })),
      ]}
    />
  )
}
