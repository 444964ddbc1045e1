import { PhoneOutlined } from '@ant-design/icons'
import { AWAY, ONLINE } from '@teleward/contract/staff/rules.ts'
import type { Me } from '../api/me.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { usePresence } from './PresenceSwitch.tsx'
import type { ScreenId } from '../shell/screens.ts'

/** Where work with patients begins: elsewhere the switch in the top bar is enough. */
const SCREENS: readonly (ScreenId | undefined)[] = ['home', 'apptmgmt']
const RUNG: readonly string[] = ['doctor', 'nurse']

/** Whoever is rung once online, and may be online: not before the registration is approved. */
export const wondersWhyNobodyRings = (me: Pick<Me, 'doctortype' | 'review'>, screen: ScreenId | undefined): boolean =>
  SCREENS.includes(screen) && RUNG.includes(me.doctortype) && me.review === 'onBoard'

/** A doctor who is away is not rung, and would wonder why: the sign-in leaves everybody away. */
export function AwayBand({ me, screen }: { me: Me; screen: ScreenId | undefined }) {
  const t = useT()
  const { code, set } = usePresence(me)
  if (code !== AWAY || !wondersWhyNobodyRings(me, screen)) return null
  return (
    <div className="awayband" role="status">
      <PhoneOutlined aria-hidden="true" />
      <span className="grow">{t('shell.presence.awayText')}</span>
      <Button onClick={() => set(ONLINE)}>{t('shell.presence.begin')}</Button>
    </div>
  )
}
