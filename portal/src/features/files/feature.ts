import { CloudUploadOutlined, UploadOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    upload: {
      load: () => import('./UploadPage.tsx'),
      texts: ['files', 'imports'],
      permission: 'file.upload',
      menu: { group: 'care', icon: CloudUploadOutlined, order: 70 },
    },
    uploadSelect: {
      load: () => import('./SelectPage.tsx'),
      texts: ['files'],
      permission: 'file.upload',
      menu: { group: 'care', icon: UploadOutlined, order: 71 },
    },
  },
})
