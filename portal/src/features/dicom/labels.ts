import type { DicomInstance } from '@teleward/contract/files/dicom.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'

/** `YYYYMMDD`, as DICOM writes a day. */
export function dayText(day: string | null): string {
  const parts = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(day ?? '')
  return parts ? formatDate(`${parts[1]}-${parts[2]}-${parts[3]}`) : (day ?? '')
}
/** The parts of a name, family first; the other spellings beside it. */
export const nameText = (name: string | null): string =>
  (name ?? '')
    .split('=')
    .map((one) => one.replace(/\^+/g, ' ').trim())
    .filter(Boolean)
    .join(' / ')
export const personText = ({ name, id, birthday }: DicomInstance['person']): string =>
  [nameText(name), id, dayText(birthday)].filter(Boolean).join(' · ') || t('dicom.nobody')
