import { CustomerServiceOutlined, HistoryOutlined, IdcardOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    profile: {
      load: () => import('./ProfilePage.tsx'),
      texts: ['profile'],
      permission: 'setting.own',
      keys: 'g s',
      menu: { group: 'setting', icon: IdcardOutlined, order: 30 },
    },
    service: {
      load: () => import('./ServicePage.tsx'),
      texts: ['profile'],
      permission: 'setting.own',
      menu: { group: 'setting', icon: CustomerServiceOutlined, order: 20 },
    },
    log: {
      load: () => import('./OperationsPage.tsx'),
      texts: ['operations', 'profile'],
      permission: 'setting.own',
      menu: { group: 'setting', icon: HistoryOutlined, order: 60 },
    },
  },
})
