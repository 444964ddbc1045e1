import { getMemberList } from '@teleward/contract/members/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { endpointQuery, errorMessage } from '../api/query.ts'
import { t } from '../i18n/i18n.ts'
import { ageOf, nameOf } from './Patient.tsx'

export interface Picked {
  pid: number
  name: string
}
interface Props {
  id: string
  /** Of one unit; nothing: of all one's own. */
  unit?: number | undefined
  value: readonly Picked[]
  /** Only one. */
  single?: boolean
  /** Who is there already. */
  without?: ReadonlySet<number>
  status?: 'error' | ''
  onChange: (picked: Picked[]) => void
}

/** Members by a part of a name or a whole number, as on the lists of members; the word travels in the call's body. */
export function MemberPicker({ id, unit, value, single = false, without, status = '', onChange }: Props) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    ...endpointQuery(getMemberList, { body: { q, pageSize: 20, ...(unit === undefined ? {} : { unit }) } }),
    retry: false,
  })
  const rows = (found.data?.data ?? []).filter(({ pid }) => !without?.has(pid))
  const names = new Map(
    [...value, ...rows.map((row) => ({ pid: row.pid, name: nameOf(row) }))].map((one) => [one.pid, one.name]),
  )
  const choose = (pids: number[]) => onChange(pids.map((pid) => ({ pid, name: names.get(pid) ?? '' })))
  const options = [
    ...value
      .filter(({ pid }) => !rows.some((row) => row.pid === pid))
      .map(({ pid, name }) => ({ value: pid, label: name })),
    ...rows.map((row) => ({ value: row.pid, label: `${nameOf(row)}　${ageOf(row)}　${row.memberNo}` })),
  ]
  const search = { filterOption: false, searchValue: typed, onSearch: setTyped } as const
  const same = {
    id,
    className: 'wide',
    placeholder: t('common.member.search'),
    loading: found.isFetching,
    status,
    options,
    showSearch: search,
    notFoundContent: <p className="t3">{found.error ? errorMessage(found.error) : t('common.member.nobody')}</p>,
  }
  return single ? (
    <Select<number> {...same} value={value[0]?.pid ?? null} onChange={(pid) => choose([pid])} />
  ) : (
    <Select<number[]> {...same} mode="multiple" value={value.map(({ pid }) => pid)} onChange={choose} />
  )
}
