import type { ChangedPart, NotePart } from '@teleward/contract/emr/schema.ts'
import type { WordType } from '@teleward/contract/snippets/schema.ts'
import { t } from '../../i18n/i18n.ts'

/** The wire calls staff advice memop. */
export const wordTypeOf = (part: NotePart): WordType => (part === 'memo' ? 'memop' : part)

export const partName = (part: ChangedPart): string =>
  part === 'diagnoses' ? t('emr.icd.title') : part === 'prescription' ? t('emr.rx.title') : t(`emr.part.${part}`)
