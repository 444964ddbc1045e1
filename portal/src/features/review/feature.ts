import { SafetyCertificateOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    adminReview: {
      load: () => import('./ReviewPage.tsx'),
      texts: ['review', 'entry'],
      permission: 'admin.review',
      menu: { group: 'admin', icon: SafetyCertificateOutlined, order: 30 },
    },
  },
})
