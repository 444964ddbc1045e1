import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    viewdicom: {
      load: () => import('./DicomPage.tsx'),
      texts: ['dicom', 'files', 'signals'],
      permission: 'file.read',
      fill: true,
    },
  },
})
