import { ScheduleOutlined, WalletOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    statement: {
      load: () => import('./StatementPage.tsx'),
      texts: ['settlement'],
      permission: 'fee.own',
      menu: { group: 'setting', icon: WalletOutlined, order: 50 },
    },
    adminSettlement: {
      load: () => import('./SettlementPage.tsx'),
      texts: ['settlement'],
      permission: 'fee.partner',
      menu: { group: 'admin', icon: ScheduleOutlined, order: 90 },
    },
  },
})
