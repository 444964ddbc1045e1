import { PhoneOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    calllog: {
      load: () => import('./CallLogPage.tsx'),
      texts: ['calllog'],
      permission: 'call.log',
      menu: { group: 'follow', icon: PhoneOutlined, order: 50 },
    },
  },
})
