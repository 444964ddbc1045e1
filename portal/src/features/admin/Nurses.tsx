import { getStaffAccounts } from '@teleward/contract/admin/endpoints.ts'
import type { StaffAccount } from '@teleward/contract/admin/schema.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Line } from './Line.tsx'

type Nurse = StaffAccount['nurses'][number]
interface Props {
  partner: number
  /** Those that are bound now, with their names. */
  bound: readonly Nurse[]
  value: number[]
  own: number
  onChange: (next: number[]) => void
}
/** The nurses of a doctor: found by the server, by a part of the name or account. */
export function Nurses({ partner, bound, value, own, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [picked, keep] = useState<readonly Nurse[]>([])
  const q = useDeferredValue(typed.trim())
  const query = { partner, type: 'nurse', state: 'active', q, pageSize: 20 } as const
  const found = useList(getStaffAccounts, { query })
  const rows: readonly Nurse[] = found.data?.data ?? []
  const known = new Map([...bound, ...picked, ...rows].map((one) => [one.mid, one]))
  const there = new Set(rows.map(({ mid }) => mid))
  const chosen = [...known.values()].filter(({ mid }) => value.includes(mid) && !there.has(mid))
  return (
    <Line label={t('admin.staff.nurses')} note={t('admin.staff.nursesNote')}>
      <Select
        mode="multiple"
        aria-label={t('admin.staff.nurses')}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        loading={found.isFetching}
        notFoundContent={found.isFetching ? t('common.loading') : t('admin.staff.empty')}
        value={value}
        onChange={(mids: number[]) => {
          keep([...known.values()].filter(({ mid }) => mids.includes(mid)))
          onChange(mids)
        }}
        options={[...chosen, ...rows].map((one) => ({
          value: one.mid,
          label: nameOf(one),
          disabled: one.mid === own,
        }))}
      />
    </Line>
  )
}
