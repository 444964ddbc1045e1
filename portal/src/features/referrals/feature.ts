import { SwapOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    referral: {
      load: () => import('./ReferralPage.tsx'),
      texts: ['referrals'],
      permission: 'referral.write',
      menu: { group: 'team', icon: SwapOutlined, order: 40 },
    },
    referralLink: { load: () => import('./OutsidePage.tsx'), texts: ['referrals'], plain: true },
  },
})
