import { defineFeature } from '../../app/feature.ts'

export default defineFeature({
  screens: {
    emr2: { load: () => import('./EmrPage.tsx'), texts: ['emr', 'auth', 'files'], permission: 'emr.read', fill: true },
  },
})
