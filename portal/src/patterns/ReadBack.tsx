import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import { useT } from '../i18n/i18n.ts'
import { formatDate } from '../ui/format.ts'
import { ageAndSex } from '../ui/person.ts'
import { nameOf } from './Patient.tsx'
import './formlines.css'

/** Whose it is, large: name and birthday are read back to them. The screen brings the texts of `freeclinic`. */
export function ReadBack({ person }: { person: Pick<PatientBrief, 'name' | 'nameEn' | 'birthday' | 'gender'> }) {
  const t = useT()
  return (
    <div className="readback">
      <b>{nameOf(person)}</b>
      <span className="num">{person.birthday ? formatDate(person.birthday) : t('freeclinic.noBirthday')}</span>
      <span className="t3">{ageAndSex(person.birthday, person.gender ?? 'unknown')}</span>
      <p className="t3 f13">{t('freeclinic.readBack')}</p>
    </div>
  )
}
