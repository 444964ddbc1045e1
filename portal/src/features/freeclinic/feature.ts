import { HeartOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    freeclinic: {
      load: () => import('./FreeClinicPage.tsx'),
      texts: ['freeclinic', 'screening'],
      permission: 'event.operate',
      menu: { group: 'follow', icon: HeartOutlined, order: 50 },
    },
    screening: {
      load: () => import('./ScreeningPage.tsx'),
      texts: ['freeclinic', 'screening'],
      permission: 'event.operate',
      menu: { group: 'follow', icon: SafetyCertificateOutlined, order: 51 },
    },
    freeclinicPrint: { load: () => import('./SheetPage.tsx'), texts: ['freeclinic'], plain: true },
  },
})
