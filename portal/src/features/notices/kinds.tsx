import {
  AlertOutlined,
  BellOutlined,
  CheckSquareOutlined,
  MedicineBoxOutlined,
  MessageOutlined,
  PhoneOutlined,
  ScheduleOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import type { NotificationKind } from '@teleward/contract/notifications/rules.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'

export const kindIcon: Readonly<Record<NotificationKind, ReactNode>> = {
  opinion: <MedicineBoxOutlined />,
  todo: <CheckSquareOutlined />,
  schedule: <ScheduleOutlined />,
  msg: <MessageOutlined />,
  noti: <BellOutlined />,
  call: <PhoneOutlined className="c-bad" />,
  alert: <AlertOutlined className="c-bad" />,
  system: <SettingOutlined />,
}
export const kindText = (kind: NotificationKind) => t(`notices.kind.${kind}`)

/** Its keys are the sentences' names with the dot taken out: a dot leads into a text of texts. */
export const sentence = (what: Notification['what']) => t(`notices.what.${what.replace('.', '_') as SentenceKey}`)
type Underlined<S extends string> = S extends `${infer A}.${infer B}` ? `${A}_${B}` : S
type SentenceKey = Underlined<Notification['what']>

/** How the matter begins; of shifts the day from which they are others. */
export const beginning = ({ text, what, link }: Notification): string | null =>
  text ?? (what === 'shift.changed' && link.search?.date ? formatDate(link.search.date) : null)

/** From whom and of whom: the patient by a masked name. */
export const aboutText = ({ from, patient }: Notification): string =>
  [from && nameOf(from), patient].filter(Boolean).join(t('common.dot'))
