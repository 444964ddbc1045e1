import { SafetyCertificateOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    authorization: {
      load: () => import('./GrantsPage.tsx'),
      texts: ['grants', 'profile'],
      permission: 'setting.own',
      menu: { group: 'team', icon: SafetyCertificateOutlined, order: 40 },
    },
  },
})
