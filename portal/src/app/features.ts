import type { Feature } from '../shell/feature.ts'
import { bindFeatures } from '../shell/features.ts'

// Each feature announces itself by a small `feature.ts`; what it announces is loaded when it is opened.
bindFeatures(Object.values(import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'default' })))
