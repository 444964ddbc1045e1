import { FilePdfOutlined } from '@ant-design/icons'
import type { DicomInstance } from '@teleward/contract/files/dicom.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import type { FrameBytes } from './bytes.ts'

const PdfPages = lazy(() =>
  loadChunk(() => import('../../patterns/signals/PdfView.tsx')).then((found) => ({ default: found.PdfPages })),
)

type Found = { pdf: Uint8Array } | 'failed' | 'other'
interface Props {
  instance: DicomInstance
  bytes: FrameBytes
  /** Hands the file out. */
  save: ReactNode
}
/** A document within a DICOM file: a PDF in place, anything else to be saved with the file. */
export function Enclosed({ instance, bytes, save }: Props) {
  const [found, setFound] = useState<Found | null>(null)
  const [tries, setTries] = useState(0)
  const held = instance.document
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    if (!held) return undefined
    let over = false
    bytes.part(instance, held.offset, held.length).then(
      (pdf) => {
        if (over) return
        // Only what begins as a PDF is opened as one.
        setFound(new TextDecoder('latin1').decode(pdf.subarray(0, 5)) === '%PDF-' ? { pdf } : 'other')
      },
      () => over || setFound('failed'),
    )
    return () => {
      over = true
    }
  }, [instance, bytes, held, tries])
  if (found === null)
    return (
      <div className="dcplain">
        <SkeletonBlock lines={8} />
      </div>
    )
  if (found === 'failed')
    return (
      <div className="dcplain">
        <EmptyState
          title={t('dicom.fault.lost')}
          actions={
            <>
              <Button
                kind="primary"
                onClick={() => {
                  setFound(null)
                  setTries(tries + 1)
                }}
              >
                {t('common.retry')}
              </Button>
              {save}
            </>
          }
        />
      </div>
    )
  if (found === 'other')
    return (
      <div className="dcplain">
        <EmptyState
          icon={<FilePdfOutlined />}
          title={t('dicom.otherDocument')}
          text={held?.mime ?? ''}
          actions={save}
        />
      </div>
    )
  return (
    <section className="dcpdf" aria-label={held?.title ?? instance.name}>
      <Suspense fallback={<SkeletonBlock lines={8} />}>
        <PdfPages source={found.pdf} name={held?.title ?? instance.name} save={save} />
      </Suspense>
    </section>
  )
}
