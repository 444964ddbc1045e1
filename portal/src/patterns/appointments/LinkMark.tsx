import { LinkOutlined, WarningOutlined } from '@ant-design/icons'
import { isUnfinished } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'

const KNOWN = ['OVER', 'UNREACHABLE', 'TIMEOUT', 'PROVIDER_MISSING', 'CANCELLED'] as const

type Linked = Pick<Appointment, 'link' | 'linkFailure' | 'status'>
/** How the newest link fares, and why where it did not leave: 'could not be sent: provider not reached'. */
export function linkText({ link, linkFailure }: Linked): string | null {
  if (!link) return null
  const state = t(`appointments.link.${link}`)
  if (link !== 'sendFailed' || !linkFailure) return state
  const known = KNOWN.find((one) => one === linkFailure)
  const why = known
    ? t(`appointments.linkFailure.${known}`)
    : t('appointments.linkFailure.other', { code: linkFailure })
  return [state, why].join(t('common.dot'))
}

/** On a row that is still to be done: a sign, and a word in colour where the patient did not get it. */
export function LinkMark({ row }: { row: Linked }) {
  const text = linkText(row)
  if (!text || !isUnfinished(row.status)) return null
  if (row.link === 'sendFailed')
    return (
      <span className="c-bad nw" title={text}>
        <WarningOutlined /> {t('appointments.linkFailed')}
      </span>
    )
  return (
    <span className="t3" role="img" title={text} aria-label={text}>
      <LinkOutlined />
    </span>
  )
}
