import { MedicineBoxOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

const texts = ['healthcheck', 'freeclinic'] as const
export default defineFeature({
  screens: {
    healthCheck: {
      load: () => import('./CheckPage.tsx'),
      texts,
      permission: 'event.operate',
      menu: { group: 'follow', icon: MedicineBoxOutlined, order: 52 },
    },
    healthCheckProcessing: { load: () => import('./ProcessingPage.tsx'), texts, permission: 'event.operate' },
    healthCheckResult: { load: () => import('./ResultPage.tsx'), texts, permission: 'event.operate' },
  },
})
