import { SendOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    adminOutbox: {
      load: () => import('./OutboxPage.tsx'),
      texts: ['outbox'],
      permission: 'outbox.read',
      menu: { group: 'admin', icon: SendOutlined, order: 80 },
    },
  },
})
