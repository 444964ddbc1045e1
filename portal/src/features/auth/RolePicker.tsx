import { CheckOutlined, HeartOutlined, MedicineBoxOutlined, SettingOutlined, SolutionOutlined } from '@ant-design/icons'
import type { LoginType } from '@teleward/contract/core/login-types.ts'
import { type ComponentType, createElement } from 'react'
import { useT } from '../../i18n/i18n.ts'

const ICONS: Record<LoginType, ComponentType> = {
  doctor: MedicineBoxOutlined,
  staff: HeartOutlined,
  agent: SolutionOutlined,
  admin: SettingOutlined,
}

interface Props {
  roles: readonly LoginType[]
  value: LoginType
  onChange: (role: LoginType) => void
}

export function RolePicker({ roles, value, onChange }: Props) {
  const t = useT()
  return (
    <fieldset className="roles" style={{ gridTemplateColumns: `repeat(${roles.length}, minmax(0, 1fr))` }}>
      <legend className="sr">{t('auth.roleLabel')}</legend>
      {roles.map((role) => (
        <label key={role} className={role === value ? 'on' : ''}>
          <input type="radio" name="role" value={role} checked={role === value} onChange={() => onChange(role)} />
          {createElement(ICONS[role])}
          {t(`auth.role.${role}`)}
          {role === value && <CheckOutlined className="ck2" />}
        </label>
      ))}
    </fieldset>
  )
}
