import { BankOutlined, DownOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { replaceSession } from '../api/client.ts'
import { type Me, useUser } from '../api/me.ts'
import { showError } from '../api/query.ts'
import { session } from '../api/session.ts'
import { t, useI18n } from '../i18n/i18n.ts'
import { isGuarded } from '../ui/guards.ts'
import { loadChunk } from './chunks.tsx'
import { letGo } from './leaving.ts'
import { MenuButton, type MenuItem } from '../ui/MenuButton.tsx'
import { confirmAct, notify } from '../ui/notify.ts'

/** Another institution of the own ones: a new session on this device; what is unsent stays with the drafts. */
export async function goToPartner(partner: { id: number; name: string }): Promise<void> {
  if (isGuarded('call')) return notify({ kind: 'warn', title: t('shell.partner.call') })
  const title = t('shell.partner.go', { name: partner.name })
  if (isGuarded('draft')) {
    const yes = await confirmAct({
      title,
      text: t('shell.partner.draft'),
      ok: t('shell.partner.ok'),
      cancel: t('shell.stay'),
    })
    if (!yes) return
  }
  try {
    const { switchPartner } = await loadChunk(() => import('@teleward/contract/registration/endpoints.ts'))
    await replaceSession(switchPartner, { body: { partnerid: partner.id } }, (answer) => session.start(answer))
  } catch (error) {
    showError(error)
  }
}

/**
 * A page belongs to one institution. When this browser's session goes on in another, here or in another tab, everything
 * begins anew at home: caches, sockets, what was open.
 */
function useOnePartner(me: Me): void {
  const mine = useRef(me.partner_id)
  const user = useUser()
  const now = user?.partner_id
  useEffect(() => {
    if (now === undefined || now === mine.current || user?.mid !== me.mid) return
    letGo()
    location.assign('/')
  }, [now, user?.mid, me.mid])
}

export function usePartnerItems(me: Me): MenuItem[] {
  const { language } = useI18n()
  if (me.partner_list.length < 2) return []
  return me.partner_list.map((partner) => {
    const name = (language === 'en' && partner.nameEn) || partner.name
    const here = partner.id === me.partner_id
    return {
      key: `partner${partner.id}`,
      label: name,
      checked: here,
      onPick: () => void (here || goToPartner({ id: partner.id, name })),
    }
  })
}

/** Where one works, and, for who works in several, the way to the others. */
export function PartnerSwitch({ me, name, unit, units }: { me: Me; name: string; unit: string; units: string }) {
  const { t: text } = useI18n()
  const items = usePartnerItems(me)
  useOnePartner(me)
  const label = (
    <div className="tx">
      <div className="nm">{name}</div>
      <div className="un">{unit}</div>
    </div>
  )
  if (!items.length)
    return (
      <div className="inst wide" title={`${name} ${units}`}>
        <BankOutlined />
        {label}
      </div>
    )
  return (
    <MenuButton
      className="inst wide"
      label={text('shell.partner.title')}
      title={`${name} ${units}`}
      align="start"
      items={items}
    >
      <BankOutlined />
      {label}
      <DownOutlined aria-hidden="true" />
    </MenuButton>
  )
}
