import { CheckSquareOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

/** The form lies over every screen. The record and the member's detail, which list a patient's, name its texts themselves: they show them at once. */
export default defineFeature({
  screens: {
    todolist: {
      load: () => import('./HandoffsPage.tsx'),
      texts: ['handoffs'],
      permission: 'todo.use',
      keys: 'g t',
      menu: { group: 'team', icon: CheckSquareOutlined, order: 20, count: ({ todo }) => todo },
    },
  },
  texts: ['handoffs'],
})
