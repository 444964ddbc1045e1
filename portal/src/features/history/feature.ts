import { HistoryOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    appthistory: {
      load: () => import('./HistoryPage.tsx'),
      texts: ['appointments', 'history', 'emr', 'money'],
      permission: 'appointment.read',
      menu: { group: 'care', icon: HistoryOutlined, order: 25 },
    },
  },
})
