import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    funduscopy: {
      load: () => import('./FundusPage.tsx'),
      texts: ['files', 'signals'],
      permission: 'file.read',
    },
  },
})
