import { LayoutOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    adminUiconfig: {
      load: () => import('./UiConfigPage.tsx'),
      texts: ['admin'],
      permission: 'admin.ui',
      fill: true,
      menu: { group: 'admin', icon: LayoutOutlined, order: 50 },
    },
  },
})
