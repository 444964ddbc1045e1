import { allergiesOf } from '@teleward/contract/members/allergies.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { ReactNode } from 'react'
import type { Me } from '../api/me.ts'
import { language, useT } from '../i18n/i18n.ts'
import { Avatar } from '../ui/Avatar.tsx'
import {
  type Allergies,
  AllergySign,
  type Authorisation,
  OtherName,
  PatientHeader,
  VipMark,
} from '../ui/PatientHeader.tsx'
import { ageAndSex } from '../ui/person.ts'

/** People read names in their own script; in English the English one, where there is one. */
export const nameOf = (person: { name: string; nameEn: string | null }) =>
  language() === 'en' && person.nameEn ? person.nameEn : person.name
/** Names that stand as two fields: of a unit, of who did something. */
export const either = (name: string, nameEn: string | null | undefined) => nameOf({ name, nameEn: nameEn ?? null })
/** The institution one works in now, as the language has it. */
export const institutionName = ({ partner, partner_name }: Me) =>
  (language() === 'en' && partner.nameEn) || (language() === 'zh-CN' && partner.nameZhCn) || partner_name
/** The name in the script that does not stand first, where there is one. */
export const otherNameOf = (person: { name: string; nameEn: string | null }) => {
  const other = language() === 'en' ? person.name : person.nameEn
  return other && other !== nameOf(person) ? other : undefined
}
export function allergiesIn({ allergies }: Pick<PatientBrief, 'allergies'>): Allergies {
  const { status, known } = allergiesOf(allergies)
  return { status, names: known.map(({ note, ename }) => either(note, ename)) }
}
export const ageOf = (patient: PatientBrief) => ageAndSex(patient.birthday, patient.gender ?? 'unknown')

export function authorisationOf({ authorised, authorisedUntil }: PatientBrief): Authorisation {
  if (authorised === 'notAuthorised') return { state: 'none' }
  return { state: authorised, until: authorisedUntil }
}

interface HeadProps {
  patient: PatientBrief
  actions?: ReactNode
  /** In a narrow drawer allergies and authorisation stand below, as tags. */
  brief?: boolean
}

/** The patient header, the same wherever a patient is open. */
export function PatientHead({ patient, actions, brief }: HeadProps) {
  useT()
  return (
    <PatientHeader
      pid={patient.pid}
      name={nameOf(patient)}
      otherName={otherNameOf(patient)}
      vip={patient.vip}
      subtitle={ageOf(patient)}
      facts={[
        patient.memberNo,
        ...(patient.idLast ? [`•••${patient.idLast}`] : []),
        either(patient.unitName, patient.unitNameEn),
      ]}
      allergies={brief ? undefined : allergiesIn(patient)}
      authorisation={brief ? undefined : authorisationOf(patient)}
      actions={actions}
    />
  )
}

/** Avatar, name, signs, age and sex: a patient in a row of a list. */
export function PatientCell({ patient }: { patient: PatientBrief }) {
  useT()
  const name = nameOf(patient)
  return (
    <span className="row">
      <Avatar name={name} seed={patient.pid} />
      <span className="grow">
        <span className="row pname">
          <span className="ell b" title={name}>
            {name}
          </span>
          {patient.vip && <VipMark />}
          <AllergySign value={allergiesIn(patient)} />
        </span>
        <span className="f12 t3 num">
          {ageOf(patient)} <OtherName name={otherNameOf(patient)} />
        </span>
      </span>
    </span>
  )
}
