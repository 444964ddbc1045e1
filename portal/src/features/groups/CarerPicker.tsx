import type { MonitorGroup } from '@teleward/contract/monitoring/group-schema.ts'
import { Select } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

interface Props {
  id: string
  staff: MonitorGroup['staff']
  value: number[]
  disabled?: boolean
  onChange: (mids: number[]) => void
}

/** Those of the unit whose profession looks at what was measured. */
export function CarerPicker({ id, staff, value, disabled = false, onChange }: Props) {
  return (
    <>
      <Select
        id={id}
        className="wide"
        mode="multiple"
        disabled={disabled}
        placeholder={t('groups.staffHint')}
        value={value}
        onChange={onChange}
        optionFilterProp="label"
        options={staff.map((one) => ({
          value: one.mid,
          label: `${either(one.name, one.nameEn)}　${staffTypeText(one.doctortype)}`,
        }))}
      />
      {value.length === 0 && <p className="help c-warn">{t('groups.noStaff')}</p>}
    </>
  )
}
