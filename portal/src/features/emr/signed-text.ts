import type { Note } from '@teleward/contract/emr/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'

type Signed = Pick<Note, 'author' | 'signedBy' | 'signedAt' | 'amendedAt' | 'amendedReason'>
/** By whom and when a note was signed, and when and why it was amended since: two times, which are not the same. Null: nobody has signed. */
export function signedText({ author, signedBy, signedAt, amendedAt, amendedReason }: Signed): string | null {
  if (!signedAt) return null
  const signed = t('emr.sign.signedBy', { name: nameOf(signedBy ?? author), time: formatDateTime(signedAt) })
  if (!amendedAt) return signed
  const amended = t('emr.amend.at', { time: formatDateTime(amendedAt) })
  const why = amendedReason ? t('emr.versions.reason', { reason: amendedReason }) : ''
  return [signed, amended, why].filter(Boolean).join(t('common.dot'))
}
