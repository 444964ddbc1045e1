import { SolutionOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

const texts = ['opinions', 'emr', 'files', 'limits'] as const
export default defineFeature({
  screens: {
    opinion: {
      load: () => import('./OpinionsPage.tsx'),
      texts: [...texts],
      permission: 'opinion.use',
      keys: 'g o',
      menu: { group: 'team', icon: SolutionOutlined, order: 30, count: ({ opinion }) => opinion },
    },
    histemplate: { load: () => import('./ShownPage.tsx'), texts: [...texts], permission: 'opinion.use' },
  },
})
