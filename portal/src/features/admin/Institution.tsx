import { getPartners } from '@teleward/contract/admin/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'

/** The operator's choice: everybody else has one institution, and no choice. */
export function Institution({ value, onPick }: { value: number; onPick: (partner: number) => void }) {
  const t = useT()
  const { data } = useQuery(endpointQuery(getPartners, { query: { pageSize: 100 } }))
  return (
    <Select
      showSearch
      optionFilterProp="label"
      aria-label={t('admin.institution')}
      value={value}
      onChange={onPick}
      style={{ minWidth: 160 }}
      options={data?.data.map((one) => ({ value: one.id, label: nameOf(one) }))}
    />
  )
}
