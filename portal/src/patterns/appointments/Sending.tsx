import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../shell/chunks.tsx'
import { ensureTexts } from '../../i18n/i18n.ts'

/** With its own texts, when it is asked for. */
const SendDialog = lazy(() =>
  loadChunk(() => Promise.all([import('./SendDialog.tsx'), ensureTexts('referrals')]).then(([one]) => one)),
)

const Links = lazy(() =>
  loadChunk(() => Promise.all([import('./Links.tsx'), ensureTexts('referrals')]).then(([one]) => one)),
)
/** The links of a visit, with their acts; nothing where there is none. */
export const VisitLinks = ({ entry }: ComponentProps<typeof Links>) =>
  entry.links.length > 0 && (
    <Suspense fallback={null}>
      <Links entry={entry} />
    </Suspense>
  )

/** A text message to a patient by the visit to come, or the link to it. */
export const SendingDialog = (props: ComponentProps<typeof SendDialog>) => (
  <Suspense fallback={null}>
    <SendDialog {...props} />
  </Suspense>
)
