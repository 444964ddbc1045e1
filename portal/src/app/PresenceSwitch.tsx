import { AWAY, BUSY, ONLINE, type PresenceCode } from '@teleward/contract/staff/rules.ts'
import { getDoctorStatus, setDoctorStatus } from '@teleward/contract/staff/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { Me } from '../api/me.ts'
import { endpointQuery, useEndpointMutation } from '../api/query.ts'
import { useT } from '../i18n/i18n.ts'
import { PRESENCE } from '../patterns/presence.tsx'
import { PresenceDot } from '../ui/Avatar.tsx'
import { useKeys } from '../ui/keys.ts'
import { MenuButton } from '../ui/MenuButton.tsx'

/** Own presence. 'In consultation' comes from calls alone and cannot be chosen. */
export function usePresence(me: Me) {
  const own = useQuery({ ...endpointQuery(getDoctorStatus, { query: { mids: String(me.mid) } }) })
  const code: PresenceCode = own.data?.find((row) => row.mid === me.mid)?.code ?? me.doctorStatus
  const change = useEndpointMutation(setDoctorStatus)
  return { code, set: (doctorStatus: typeof ONLINE | typeof AWAY) => change.mutate({ body: { doctorStatus } }) }
}

export function PresenceSwitch({ me }: { me: Me }) {
  const t = useT()
  const { code, set } = usePresence(me)
  const look = PRESENCE[code]
  useKeys([
    {
      keys: 'Alt+P',
      label: t('shell.keys.presence'),
      scope: 'everywhere',
      inFields: true,
      run: () => code !== BUSY && set(code === ONLINE ? AWAY : ONLINE),
    },
  ])
  if (code === BUSY)
    return (
      <span className="presence busy" title={t('shell.presence.auto')}>
        <PresenceDot presence="warn" />
        <span className="word">{t(look.word)}</span>
      </span>
    )
  return (
    <MenuButton
      className="presence"
      label={`${t('shell.presence.label')}: ${t(look.word)}`}
      head={<span className="t3">{t('shell.presence.auto')}</span>}
      items={([ONLINE, AWAY] as const).map((one) => ({
        key: String(one),
        label: t(PRESENCE[one].word),
        icon: <PresenceDot presence={PRESENCE[one].dot} />,
        checked: one === code,
        onPick: () => set(one),
      }))}
    >
      <PresenceDot presence={look.dot} />
      <span className="word">{t(look.word)}</span>
    </MenuButton>
  )
}
