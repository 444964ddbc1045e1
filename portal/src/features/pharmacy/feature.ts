import { MedicineBoxOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    prescriptions: {
      load: () => import('./PrescriptionsPage.tsx'),
      texts: ['rx', 'emr'],
      permission: ['prescription.dispense', 'prescription.write'],
      menu: { group: 'care', icon: MedicineBoxOutlined, order: 60 },
    },
  },
})
