import type { Note } from '@teleward/contract/emr/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'

type Signed = Pick<Note, 'author' | 'signedBy' | 'signedAt' | 'amendedAt'>
/** By whom and when a note was signed, and when it was amended since: two times, which are not the same. Null: nobody has signed. */
export function signedText({ author, signedBy, signedAt, amendedAt }: Signed): string | null {
  if (!signedAt) return null
  const signed = t('emr.sign.signedBy', { name: nameOf(signedBy ?? author), time: formatDateTime(signedAt) })
  return amendedAt ? [signed, t('emr.amend.at', { time: formatDateTime(amendedAt) })].join(t('common.dot')) : signed
}
