import { isNone } from '@teleward/contract/members/allergies.ts'
import type { RecordedEntry } from '@teleward/contract/members/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../Patient.tsx'

/** What an entry says, with the word of its own: `Diabetes, type 2`. */
export function entryText(entry: RecordedEntry): string {
  if (isNone(entry)) return t(entry.kind === 'sensitive_matters' ? 'safety.noneAllergy' : 'safety.none')
  return [either(entry.note, entry.ename), entry.mh_other_value].filter(Boolean).join(' ')
}
