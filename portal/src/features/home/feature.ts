import { HomeOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    home: {
      load: () => import('./HomePage.tsx'),
      texts: ['home', 'appointments'],
      keys: 'g h',
      menu: { group: 'care', icon: HomeOutlined, order: 10, bottom: true },
    },
  },
})
