import { HomeOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    housedemo: {
      load: () => import('./HouseDemoPage.tsx'),
      texts: ['housedemo'],
      permission: 'setting.own',
      menu: { group: 'setting', icon: HomeOutlined, order: 90 },
    },
  },
})
