import { SolutionOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    crm: {
      load: () => import('./CasesPage.tsx'),
      texts: ['crm'],
      permission: 'crm.read',
      menu: { group: 'follow', icon: SolutionOutlined, order: 20 },
    },
  },
})
