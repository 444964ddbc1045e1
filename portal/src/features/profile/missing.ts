import type { DoctorFees } from '@teleward/contract/fees/schema.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'

export const PARTS = ['person', 'experience', 'languages', 'fees', 'bank', 'photos', 'security'] as const
export type Part = (typeof PARTS)[number]
export type Missing =
  | 'title'
  | 'division'
  | 'education'
  | 'career'
  | 'languages'
  | 'fees'
  | 'bank'
  | 'avatar'
  | 'licence'
  | 'sign'

const filled = (rows: Profile['experience']['career']) =>
  rows.some(({ organisation, title }) => organisation !== '' || title !== '')

/**
 * What colleagues, patients, the review or the payout ask for and nobody has filled in yet. `fees` undefined: not known, and
 * so not said to be missing.
 */
export function missingOf(profile: Profile, part: Part, licensed: boolean, fees?: DoctorFees): Missing[] {
  const { title, division, experience, servicelang, bank, photos } = profile
  const of: Record<Part, readonly (readonly [Missing, boolean])[]> = {
    person: [
      ['title', !title],
      ['division', !division],
    ],
    experience: [
      ['education', !filled(experience.education)],
      ['career', !filled(experience.career)],
    ],
    languages: [['languages', servicelang.length === 0]],
    fees: [['fees', fees !== undefined && fees.twDay === null && fees.cnDay === null]],
    bank: [['bank', bank === null]],
    photos: [
      ['avatar', photos.avatar === null],
      ['licence', licensed && photos.licenseImage === null],
      ['sign', licensed && photos.personsign === null],
    ],
    security: [],
  }
  return of[part].flatMap(([what, is]) => (is ? [what] : []))
}
