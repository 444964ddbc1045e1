import type { Domain } from '../i18n/messages.ts'
import type { Feature, ScreenEntry } from './feature.ts'
import type { ScreenId } from './screens.ts'

const bound: Feature[] = []
/** Every screen the features bring in this version, by its id. */
export const entries: Partial<Record<ScreenId, ScreenEntry>> = {}

/** Called once, by `app/features.ts`, which knows every feature: the shell and the features themselves know none. */
export function bindFeatures(features: readonly Feature[]): void {
  bound.push(...features)
  Object.assign(entries, ...features.map((one) => one.screens))
}
export const textsEverywhere = (): Domain[] => bound.flatMap((one) => one.texts ?? [])
export const findsMembers = () => bound.find((one) => one.findsMembers)?.findsMembers
export const intoNote = () => bound.find((one) => one.intoNote)?.intoNote
