import { either } from '../../patterns/Patient.tsx'
import { t } from '../../i18n/i18n.ts'
import { partName } from './labels.ts'
import type { Present, Where } from './presence-lines.ts'

/** Who is on the note, and where, as the header says it. */
export const hereText = ({ part, name, nameEn }: Present): string => {
  const who = either(name, nameEn)
  return part ? t('emr.header.at', { name: who, place: partName(part) }) : who
}

/** Beside a field: who else writes in it now. */
export function Here({ present, at }: { present: readonly Present[]; at: NonNullable<Where> }) {
  const names = present.filter(({ part }) => part === at).map(({ name, nameEn }) => either(name, nameEn))
  if (names.length === 0) return null
  return (
    <span className="tag info" role="status">
      {t('emr.note.writes', { names: names.join(t('common.patient.separator')) })}
    </span>
  )
}
