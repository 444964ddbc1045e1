import { ApartmentOutlined, AuditOutlined, KeyOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    adminPartners: {
      load: () => import('./PartnersPage.tsx'),
      texts: ['admin', 'money', 'outbox', 'home'],
      permission: 'admin.partner',
      menu: { group: 'admin', icon: ApartmentOutlined, order: 10 },
    },
    adminStaff: {
      load: () => import('./StaffPage.tsx'),
      texts: ['admin', 'imports'],
      permission: 'admin.partner',
      menu: { group: 'admin', icon: UserSwitchOutlined, order: 20 },
    },
    adminPrivileges: {
      load: () => import('./PrivilegesPage.tsx'),
      texts: ['admin'],
      permission: 'admin.partner',
      menu: { group: 'admin', icon: KeyOutlined, order: 40 },
    },
    adminAudit: {
      load: () => import('./AuditPage.tsx'),
      texts: ['admin'],
      permission: 'audit.read',
      menu: { group: 'admin', icon: AuditOutlined, order: 70 },
    },
  },
})
