import type { Domain } from '../i18n/messages.ts'
import type { Feature, ScreenEntry } from './feature.ts'
import type { ScreenId } from './screens.ts'

// Each feature announces itself by a small `feature.ts`; what it announces is loaded when it is opened.
const found = import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'default' })

/** Everything the features bring in this version. */
export const features: readonly Feature[] = Object.values(found)
export const entries: Partial<Record<ScreenId, ScreenEntry>> = Object.assign({}, ...features.map((one) => one.screens))
export const textsEverywhere: readonly Domain[] = features.flatMap((one) => one.texts ?? [])
export const findsMembers = features.find((one) => one.findsMembers)?.findsMembers
