import { MessageOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    chat: {
      load: () => import('./ChatPage.tsx'),
      texts: ['chat', 'phrases', 'attachments', 'handoffs'],
      permission: 'chat.staff',
      keys: 'g c',
      fill: true,
      menu: {
        group: 'care',
        icon: MessageOutlined,
        order: 25,
        bottom: true,
        count: (counts) => counts.messages || undefined,
        hot: (counts) => counts.messages > 0,
      },
    },
  },
})
