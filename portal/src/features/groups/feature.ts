import { TeamOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    adminGroups: {
      load: () => import('./GroupsPage.tsx'),
      texts: ['groups', 'limits', 'admin'],
      permission: 'monitor.group',
      menu: { group: 'admin', icon: TeamOutlined, order: 60 },
    },
  },
})
