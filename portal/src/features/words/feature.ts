import { FontSizeOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    setword: {
      load: () => import('./WordsPage.tsx'),
      texts: ['phrases', 'imports'],
      permission: 'setting.own',
      menu: { group: 'setting', icon: FontSizeOutlined, order: 25 },
    },
  },
})
