import { CoffeeOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    dietMgmt: {
      load: () => import('./DietPage.tsx'),
      texts: ['diet', 'phrases'],
      permission: 'diet.read',
      menu: { group: 'follow', icon: CoffeeOutlined, order: 40 },
    },
    dietReport: { load: () => import('./ReportPage.tsx'), texts: ['diet', 'phrases'], permission: 'diet.read' },
  },
})
