import { HeartOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    monitor: {
      load: () => import('./MonitorPage.tsx'),
      texts: ['monitor', 'limits', 'members'],
      permission: 'monitor.read',
      menu: { group: 'follow', icon: HeartOutlined, order: 10, count: ({ alerts }) => alerts, hot: () => true },
    },
  },
})
