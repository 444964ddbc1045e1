import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    link: { load: () => import('./LinkPage.tsx'), texts: ['link', 'mediafaults', 'money', 'attachments', 'forms'] },
  },
})
