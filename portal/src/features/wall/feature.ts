import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: { wall: { load: () => import('./WallPage.tsx'), texts: ['wall'], plain: true } },
})
