import { defineFeature } from '../../shell/feature.ts'

/** No screen of its own: popup and overlay stand above all of them. */
export default defineFeature({ screens: {}, texts: ['calls'] })
