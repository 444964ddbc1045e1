import { CheckSquareOutlined } from '@ant-design/icons'
import { defineFeature } from '../../app/feature.ts'

/** The form lies over every screen, and the record and the member's detail list a patient's: the texts are needed everywhere. */
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
