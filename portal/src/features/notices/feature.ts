import { BellOutlined, NotificationOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    notify: {
      load: () => import('./NotifyPage.tsx'),
      texts: ['notices'],
      permission: 'setting.own',
      menu: { group: 'team', icon: BellOutlined, order: 5, count: ({ noti }) => noti },
    },
    schedule: {
      load: () => import('./SchedulePage.tsx'),
      texts: ['notices', 'outbox'],
      permission: 'setting.own',
      menu: { group: 'team', icon: NotificationOutlined, order: 15, count: ({ schedule }) => schedule },
    },
  },
})
