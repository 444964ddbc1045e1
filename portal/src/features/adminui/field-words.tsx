import type { FileKind } from '@teleward/contract/core/file-kinds.ts'
import { kindLabels } from '@teleward/contract/files/texts.ts'
import type { ScreenName } from '@teleward/contract/uiconfig/names.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { staffTypeText } from '../../patterns/staffType.ts'
import { Logo } from '../../ui/Logo.tsx'

/** Of a long order: enough to tell two apart. */
const SHOWN = 6
const screenText = (screen: string) => t(`screens.name.${screen as ScreenName}`)
const within = (name: string, value: string) => t('common.pair', { name, value })
const list = (texts: readonly string[]) => texts.join(t('common.patient.separator'))
const WORDS = { appointment: 'appointmentSection', emr: 'emrSection', remoteAppointment: 'remoteSection' } as const

/** A field of the configuration by its place (`fieldsOf`), as the page calls it. */
export function fieldText(path: string): string {
  const [part = '', field = '', name = ''] = path.split('.')
  switch (`${part}.${field}`) {
    case 'logo.':
      return t('admin.ui.logo')
    case 'primaryColour.':
      return t('admin.ui.colour')
    case 'menu.order':
      return within(t('admin.ui.section.menu'), t('admin.ui.order'))
    case 'menu.labels':
      return within(t('admin.ui.section.menu'), screenText(name))
    case 'menu.seenBy':
      return within(screenText(name), t('admin.ui.seenBy'))
    case 'login.loginTypes':
      return t('admin.ui.loginTypes')
    case 'login.welcome':
      return t('admin.ui.welcome')
    case 'uploads.extensions':
      return t('admin.ui.extensions')
    case 'uploads.maxMb':
      return t('admin.ui.maxMb')
    case 'uploads.atOnce':
      return t('admin.ui.atOnce')
    case 'uploads.perExtension':
      return within(t('admin.ui.perExtension'), name)
    case 'uploads.perKind':
      return within(t('admin.ui.perKind'), kindLabels[name as FileKind][language()])
    default:
      return within(t(`admin.ui.section.${part as 'menu'}`), t('admin.ui.hidden'))
  }
}

/** What one entry of a list is called. */
function oneText(part: string, field: string, one: string): string {
  if (field === 'seenBy') return staffTypeText(one)
  if (field === 'loginTypes') return t(`admin.ui.loginType.${one as 'doctor'}`)
  if (part === 'menu') return screenText(one)
  if (field === 'hidden' && part in WORDS)
    return t(`admin.ui.${WORDS[part as keyof typeof WORDS]}.${one}` as 'admin.ui.emrSection.memo')
  return one
}

/** Its value for a person; what nobody has said is the product's. */
export function valueText(path: string, value: unknown): ReactNode {
  const [part = '', field = ''] = path.split('.')
  if (value === undefined || value === null || value === '') return t('admin.ui.preset')
  if (path === 'logo') return <Logo src={String(value)} />
  if (Array.isArray(value)) {
    const texts = value.slice(0, SHOWN).map((one) => oneText(part, field, String(one)))
    return list([...texts, ...(value.length > SHOWN ? ['…'] : [])]) || t('admin.ui.none')
  }
  // A name in three languages, what a kind of file may be.
  if (typeof value === 'object')
    return list(Object.values(value).flat().filter(Boolean).map(String)) || t('admin.ui.preset')
  return String(value)
}
