import { SmileOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    childcaremgmt: {
      load: () => import('./ChildcarePage.tsx'),
      texts: ['childcare'],
      permission: 'childcare.read',
      menu: { group: 'follow', icon: SmileOutlined, order: 50 },
    },
  },
})
