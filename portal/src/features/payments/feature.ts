import { WalletOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    adminPayments: {
      load: () => import('./PaymentsPage.tsx'),
      texts: ['payments'],
      permission: 'fee.partner',
      menu: { group: 'admin', icon: WalletOutlined, order: 85 },
    },
  },
})
