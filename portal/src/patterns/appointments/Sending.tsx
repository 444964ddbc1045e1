import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../app/chunks.tsx'
import { ensureTexts } from '../../i18n/i18n.ts'

/** With its own texts, when it is asked for. */
const SendDialog = lazy(() =>
  loadChunk(() => Promise.all([import('./SendDialog.tsx'), ensureTexts('referrals')]).then(([one]) => one)),
)

/** A text message to a patient by the visit to come, or the link to it. */
export const SendingDialog = (props: ComponentProps<typeof SendDialog>) => (
  <Suspense fallback={null}>
    <SendDialog {...props} />
  </Suspense>
)
