import { DownloadOutlined, MessageOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

const own = { texts: ['institution'], permission: 'setting.own' } as const
export default defineFeature({
  screens: {
    teachInstall: {
      ...own,
      load: () => import('./InstallPage.tsx'),
      menu: { group: 'setting', icon: DownloadOutlined, order: 70 },
    },
    contact: {
      ...own,
      load: () => import('./ContactPage.tsx'),
      menu: { group: 'setting', icon: MessageOutlined, order: 80 },
    },
    privacy: {
      ...own,
      load: () => import('./PrivacyPage.tsx'),
      menu: { group: 'setting', icon: SafetyCertificateOutlined, order: 90 },
    },
  },
})
