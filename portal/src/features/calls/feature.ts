import { defineFeature } from '../../app/feature.ts'

/** No screen of its own: popup and overlay stand above all of them. */
export default defineFeature({ screens: {}, texts: ['calls'] })
