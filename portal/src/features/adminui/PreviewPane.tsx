import { DesktopOutlined, EyeOutlined, MobileOutlined } from '@ant-design/icons'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { hiddenScreens } from '@teleward/contract/uiconfig/names.ts'
import type { UiConfig, UiConfigs } from '@teleward/contract/uiconfig/schema.ts'
import { Segmented, Select } from 'antd'
import { type CSSProperties, createElement, useState } from 'react'
import { permissions } from '@teleward/contract/core/permissions.gen.ts'
import { useMe } from '../../api/me.ts'
import { entries } from '../../shell/features.ts'
import { permissionsOf } from '../../shell/menu.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { institutionName } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { brandPalette } from '../../ui/theme/brand.ts'
import { THEMES, type ThemeName } from '../../ui/theme/tokens.ts'
import { itemChanged } from './changes.ts'
import { menuItems } from './MenuSection.tsx'
import { staffTypeChoice } from '../../patterns/staffType.ts'

interface Props {
  data: UiConfigs
  config: UiConfig
  base: UiConfig
  onTry: () => void
}

/** What somebody of a staff type would see, in any theme, beside what is being edited. A picture: nothing in it acts. */
export function PreviewPane({ data, config, base, onTry }: Props) {
  const { t, language } = useI18n()
  const house = institutionName(useMe())
  const [theme, setTheme] = useState<ThemeName>('light')
  const [size, setSize] = useState<'desk' | 'phone'>('desk')
  const [type, setType] = useState<StaffType>('doctor')
  const hidden = hiddenScreens(config, type)
  const may = (id: keyof typeof entries) => {
    const asked = permissionsOf(entries[id] ?? {})
    return !asked.length || asked.some((one) => permissions[one][type] !== '-')
  }
  const shown = menuItems(config)
    .flatMap(({ items }) => items)
    .filter(({ id }) => may(id) && !(hidden as readonly string[]).includes(id))
  const brand = brandPalette(config.primaryColour ?? data.brand.primaryColour, theme)
  const style = Object.fromEntries(Object.entries(brand).map(([name, value]) => [`--${name}`, value])) as CSSProperties
  const labels: Partial<Record<string, Record<string, string>>> = config.menu.labels
  return (
    <aside className="uipreview" aria-label={t('admin.ui.preview')}>
      <div className="row wrap">
        <h2>{t('admin.ui.preview')}</h2>
        <span className="t3 f12 grow">{t('admin.ui.previewText')}</span>
        <Segmented
          size="small"
          value={theme}
          onChange={setTheme}
          options={THEMES.map((one) => ({ value: one, label: t(`shell.theme.${one}`) }))}
        />
        <Segmented
          size="small"
          value={size}
          onChange={setSize}
          options={[
            { value: 'desk', icon: <DesktopOutlined />, title: t('admin.ui.desk') },
            { value: 'phone', icon: <MobileOutlined />, title: t('admin.ui.phone') },
          ]}
        />
      </div>
      <div className={`frame ${size}`} data-theme={theme} style={style} aria-hidden="true">
        <div className="sider">
          <div className="brand">
            <Logo src={config.logo ?? data.brand.logo} />
            <span className="ell">{house}</span>
          </div>
          {shown.map((screen, at) => {
            const icon = entries[screen.id]?.menu?.icon
            return (
              <div
                key={screen.id}
                className={`it ${at === 1 ? 'on' : ''} ${itemChanged(config.menu, base.menu, screen.id) ? 'changed' : ''}`}
              >
                {icon && createElement(icon)}
                <span className="ell">{labels[screen.id]?.[language] || t(`screens.name.${screen.id}`)}</span>
              </div>
            )
          })}
        </div>
        <div className="page">
          <div className="bar">
            <b className="ell">{house}</b>
          </div>
          <div className="hero">
            <span className="ti ell">
              {shown[1] ? labels[shown[1].id]?.[language] || t(`screens.name.${shown[1].id}`) : ''}
            </span>
            <span className="pri">＋</span>
          </div>
          <div className="tiles">
            <i />
            <i />
            <i />
          </div>
          <div className="lines">
            <i />
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
      <div className="row wrap">
        <Select
          size="small"
          aria-label={t('admin.ui.previewAs')}
          value={type}
          onChange={setType}
          {...staffTypeChoice()}
          style={{ minWidth: 140 }}
        />
        <span className="grow" />
        <Button icon={<EyeOutlined />} onClick={onTry}>
          {t('admin.ui.tryOut')}
        </Button>
      </div>
    </aside>
  )
}
