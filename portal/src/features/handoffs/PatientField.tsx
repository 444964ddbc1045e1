import { getMemberList } from '@teleward/contract/members/endpoints.ts'
import { partSearch } from '@teleward/contract/members/search.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { useList } from '../../patterns/list.ts'
import { ageOf, nameOf } from '../../patterns/Patient.tsx'

/** A patient of the own units by a part of the name; two of one name are told apart by age and sex. */
export function PatientField({ error, onChange }: { error?: string | undefined; onChange: (pid: number) => void }) {
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const enough = asked !== '' && partSearch(asked) !== null
  const found = useList(getMemberList, { body: { q: asked, pageSize: 8 } }, enough)
  return (
    <Line label={t('handoffs.form.patient')} error={error}>
      {(field, described) => (
        <Select
          id={field}
          aria-describedby={described}
          className="wide"
          showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
          placeholder={t('handoffs.form.patientHint')}
          loading={found.isFetching}
          notFoundContent={
            <p className="t3">{t(enough ? 'handoffs.form.patientNone' : 'handoffs.form.patientShort')}</p>
          }
          options={(enough ? (found.data?.data ?? []) : []).map((one) => ({
            value: one.pid,
            label: [nameOf(one), ageOf(one)].join(t('common.dot')),
          }))}
          onChange={onChange}
        />
      )}
    </Line>
  )
}
