import { defineFeature } from '../../app/feature.ts'

export default defineFeature({ screens: { link: { load: () => import('./LinkPage.tsx'), texts: ['link', 'money'] } } })
