import { IdcardOutlined, TeamOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  findsMembers: () => import('./paletteMembers.ts'),
  screens: {
    members: {
      load: () => import('./MembersPage.tsx'),
      texts: ['members', 'imports', 'appointments', 'handoffs', 'safety', 'authorise'],
      permission: 'member.read',
      keys: 'g m',
      menu: { group: 'care', icon: TeamOutlined, order: 30 },
    },
    membersmgmt: {
      load: () => import('./RegisterPage.tsx'),
      texts: ['members', 'imports', 'appointments', 'handoffs', 'safety', 'authorise'],
      permission: 'member.write',
      menu: { group: 'care', icon: IdcardOutlined, order: 35 },
    },
  },
})
