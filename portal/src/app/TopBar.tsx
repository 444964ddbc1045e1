import { MenuOutlined, SearchOutlined } from '@ant-design/icons'
import { type Me, changePreferences } from '../api/me.ts'
import { useT } from '../i18n/i18n.ts'
import { institutionName, nameOf } from '../patterns/Patient.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Bell } from './Bell.tsx'
import { LanguageMenu, ThemeMenu } from '../shell/LooksMenus.tsx'
import { closedBy } from '../shell/menu.ts'
import { openPalette } from '../shell/overlays.ts'
import { PartnerSwitch } from '../shell/PartnerSwitch.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { PresenceSwitch } from './PresenceSwitch.tsx'
import { CALL_SLOT_ID } from '../shell/callSlot.ts'
import { screenById } from '../shell/screens.ts'
import { UploadChip } from './UploadChip.tsx'

export function TopBar({ me, onMenu, title }: { me: Me; onMenu: () => void; title: string }) {
  const t = useT()
  const partner = institutionName(me)
  const first = me.unit_list[0]
  const unit = first ? nameOf(first) + (me.unit_list.length > 1 ? ` +${me.unit_list.length - 1}` : '') : ''
  const units = me.unit_list.map(nameOf).join(t('common.patient.separator'))
  // Members are looked for by who may see their list.
  const find = t(closedBy(me, screenById('members')) === null ? 'shell.palette.search' : 'shell.search')
  return (
    <header className="topbar">
      <button type="button" className="icbtn narrow" aria-label={t('shell.menu')} onClick={onMenu}>
        <MenuOutlined />
      </button>
      <div className="m-title narrow">
        <div className="nm ell">{title}</div>
        <div className="un ell">
          {partner}
          {unit && t('common.dot')}
          {unit}
        </div>
      </div>
      <PartnerSwitch me={me} name={partner} unit={unit} units={units} />
      <button type="button" className="gsearch wide" onClick={openPalette}>
        <SearchOutlined />
        <span className="ell">{find}</span>
        <Kbd keys="Ctrl K" />
      </button>
      <span className="grow" />
      <button type="button" className="icbtn narrow" aria-label={find} onClick={openPalette}>
        <SearchOutlined />
      </button>
      <UploadChip />
      <div className="callslot" id={CALL_SLOT_ID} />
      <PresenceSwitch me={me} />
      <Bell />
      <LanguageMenu onPick={(next) => void changePreferences({ language: next })} />
      <ThemeMenu onPick={(next) => void changePreferences({ theme: next })} />
      <PersonMenu me={me} />
    </header>
  )
}
