import { EyeOutlined } from '@ant-design/icons'
import type { Me } from '../api/me.ts'
import { previewStore, usePreview } from '../api/preview.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'

/** Whoever looks at a draft of the interface is told so on every screen, and how to get out. */
export function PreviewBand({ me }: { me: Me }) {
  const t = useT()
  const draft = usePreview()
  if (!draft || draft.partnerId !== me.partner_id) return null
  return (
    <div className="awayband" role="status">
      <EyeOutlined aria-hidden="true" />
      <span className="grow">{t('shell.preview.band', { number: draft.number })}</span>
      <Button onClick={() => previewStore.set(null)}>{t('shell.preview.end')}</Button>
    </div>
  )
}
