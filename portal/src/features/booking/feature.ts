import { defineFeature } from '../../shell/feature.ts'

/** A drawer over every screen, and no screen of its own: `BookingRoot.tsx` is mounted by `app/SignedIn.tsx`. */
export default defineFeature({ screens: {}, texts: ['booking'] })
