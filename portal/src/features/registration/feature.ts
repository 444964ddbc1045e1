import { defineFeature } from '../../shell/feature.ts'

export default defineFeature({
  screens: {
    register: { load: () => import('./RegisterPage.tsx'), texts: ['entry', 'auth'], plain: true },
    forgetpassword: { load: () => import('./ForgetPage.tsx'), texts: ['entry'], plain: true },
    verify: { load: () => import('./VerifyPage.tsx'), texts: ['entry', 'auth'], plain: true },
    agreement: { load: () => import('./AgreementPage.tsx'), texts: ['entry'], plain: true },
    documentCheck: { load: () => import('./DocumentPage.tsx'), texts: ['entry', 'documents'], plain: true },
    theseAutoLogin: { load: () => import('./HandoverPage.tsx'), texts: ['entry', 'auth', 'screens'], plain: true },
  },
})
