import { AppstoreOutlined, LogoutOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { nameSubtitle } from '@teleward/contract/core/text.ts'
import { changePreferences, type Me } from '../api/me.ts'
import { useI18n } from '../i18n/i18n.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useSingleKeys } from '../ui/keys.ts'
import { MenuButton } from '../ui/MenuButton.tsx'
import { usePhone } from '../patterns/usePhone.ts'
import { showOverlay } from '../shell/overlays.ts'
import { usePartnerItems } from '../shell/PartnerSwitch.tsx'
import { askAndSignOut } from './askAndSignOut.ts'

export function PersonMenu({ me }: { me: Me }) {
  const { t, language } = useI18n()
  const singleKeys = useSingleKeys()
  const phone = usePhone()
  const all = usePartnerItems(me)
  const partners = phone ? all : []
  const name = (language === 'en' && me.nameEn) || me.name
  const role = (language === 'en' ? me.divisionStrE : me.divisionStrC) ?? me.title ?? ''
  return (
    <MenuButton
      className="me"
      label={t('shell.person')}
      title={name}
      head={
        <>
          <div className="b">{name}</div>
          <div className="t3 num">{[me.profile.account, role].filter(Boolean).join(t('common.dot'))}</div>
        </>
      }
      items={[
        // On a phone the institution's own place is not there.
        ...partners,
        {
          key: 'keys',
          divided: partners.length > 0,
          icon: <QuestionCircleOutlined />,
          label: t('shell.keysHelp'),
          hint: <Kbd keys="?" />,
          onPick: () => showOverlay('keys'),
        },
        {
          key: 'single',
          icon: <AppstoreOutlined />,
          label: t('shell.singleKeys'),
          checked: singleKeys,
          onPick: () => void changePreferences({ singleKeys: !singleKeys }),
        },
        {
          key: 'out',
          icon: <LogoutOutlined />,
          label: t('shell.signOut'),
          divided: true,
          onPick: () => void askAndSignOut(),
        },
      ]}
    >
      <Avatar name={me.name} seed={me.mid} src={me.avatar} />
      <span className="wide">
        <span className="nm">
          {nameSubtitle(name)}
          {me.title && language !== 'en' ? ` ${me.title}` : ''}
        </span>
        <span className="ro">{role}</span>
      </span>
    </MenuButton>
  )
}
