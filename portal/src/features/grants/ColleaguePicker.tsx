import { canHold, type GrantKind } from '@teleward/contract/grants/rules.ts'
import { employees } from '@teleward/contract/profile/endpoints.ts'
import type { Employee } from '@teleward/contract/profile/schema.ts'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { either } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

const SHOWN = 50

interface Props {
  id: string
  described: string | undefined
  kind: GrantKind
  /** Of one unit; nothing: of all one's own. */
  unit: number | undefined
  value: Employee | undefined
  status: 'error' | ''
  onPick: (one: Employee) => void
}
/** A colleague to whom this can be given: found by the server, by a part of the name. */
export function ColleaguePicker({ id, described, kind, unit, value, status, onPick }: Props) {
  const me = useMe()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const doctortypes = staffTypes.filter((type) => canHold(kind, type))
  const found = useList(employees, {
    body: { q, doctortypes, pageSize: SHOWN, ...(unit === undefined ? {} : { unit }) },
  })
  const rows = (found.data?.data ?? []).filter(({ mid }) => mid !== me.mid)
  const all = value && !rows.some(({ mid }) => mid === value.mid) ? [value, ...rows] : rows
  return (
    <Select
      id={id}
      aria-describedby={described}
      className="wide"
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      placeholder={t('grants.form.find')}
      value={value?.mid}
      status={status}
      loading={found.isFetching}
      notFoundContent={
        <p className="t3">
          {found.error ? errorMessage(found.error) : t(q ? 'grants.form.noMatch' : 'grants.form.nobody')}
        </p>
      }
      onChange={(mid: number) => {
        const one = all.find((row) => row.mid === mid)
        if (one) onPick(one)
      }}
      options={all.map((one) => ({
        value: one.mid,
        label: [either(one.name, one.nameEn), staffTypeText(one.doctortype)].join(t('common.dot')),
      }))}
    />
  )
}
