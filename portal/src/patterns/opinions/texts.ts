import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ensureTexts, t } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { nameOf } from '../Patient.tsx'

/** A part of opinions that lies over another screen: it comes with its words when it is opened. */
export const laterOpinion = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const [part] = await Promise.all([loadChunk(load), ensureTexts('opinions', 'limits', 'files')])
    return part
  })

const sexes: readonly string[] = ['male', 'female', 'unknown']
/** Whom it is about: as far as the caller sees the patient, else as the inviter shares them. */
export function subjectText({ patient, shared }: Pick<Opinion, 'patient' | 'shared'>): string {
  const name = patient
    ? nameOf(patient)
    : shared.name !== null
      ? nameOf({ name: shared.name, nameEn: shared.nameEn })
      : t('opinions.hidden')
  const sex = shared.gender !== null && sexes.includes(shared.gender) ? shared.gender : 'unknown'
  return [name, shared.age === null ? '' : String(shared.age), t(`common.sex.${sex as 'male' | 'female' | 'unknown'}`)]
    .filter(Boolean)
    .join(t('common.dot'))
}
