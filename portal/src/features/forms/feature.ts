import { UnorderedListOutlined } from '@ant-design/icons'
import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    questionsmgmt: {
      load: () => import('./QuestionsPage.tsx'),
      texts: ['questions', 'forms', 'members'],
      permission: ['form.build', 'form.collect'],
      menu: { group: 'follow', icon: UnorderedListOutlined, order: 60 },
    },
    form: { load: () => import('./FormPage.tsx'), texts: ['questions', 'forms'], permission: 'form.collect' },
  },
})
