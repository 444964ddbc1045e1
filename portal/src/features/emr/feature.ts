import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  intoNote: () => import('./into-note.tsx'),
  screens: {
    emr2: {
      load: () => import('./EmrPage.tsx'),
      texts: ['emr', 'auth', 'authorise', 'documents', 'files', 'handoffs', 'limits', 'phrases', 'rx', 'safety'],
      permission: 'emr.read',
      fill: true,
    },
    doctornote: {
      load: () => import('./DoctorNotePage.tsx'),
      texts: ['documents', 'emr', 'files', 'safety'],
      permission: 'emr.read',
    },
  },
})
