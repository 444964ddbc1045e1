import { CalendarOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    apptmgmt: {
      load: () => import('./AppointmentsPage.tsx'),
      texts: ['appointments', 'booking'],
      permission: 'appointment.read',
      keys: 'g a',
      menu: {
        group: 'care',
        icon: CalendarOutlined,
        order: 20,
        count: ({ appointments }) => appointments,
        hot: ({ emergency }) => emergency > 0,
        bottom: true,
      },
    },
  },
})
