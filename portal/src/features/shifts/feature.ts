import { ScheduleOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    shift: {
      load: () => import('./ShiftPage.tsx'),
      texts: ['shifts'],
      permission: 'appointment.read',
      menu: { group: 'setting', icon: ScheduleOutlined, order: 10 },
    },
  },
})
