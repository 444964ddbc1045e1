import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    login: { load: () => import('./LoginPage.tsx'), texts: ['auth'], plain: true },
    error404: { load: () => import('./NotFoundPage.tsx'), plain: true },
  },
})
