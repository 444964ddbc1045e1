import { ScanOutlined } from '@ant-design/icons'
import { type FileFormat, shownInPlace } from '@teleward/contract/core/file-kinds.ts'
import type { FileAddress, MedicalFile } from '@teleward/contract/files/schema.ts'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { ensureTexts, t } from '../../i18n/i18n.ts'
import { closedBy } from '../../shell/menu.ts'
import { visitSearch } from '../../shell/into-note.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { formatIcon, kindText } from './labels.tsx'
import { SaveLink } from './SaveLink.tsx'

interface ViewProps {
  file: MedicalFile
  address: FileAddress
  /** Hands the file out where it cannot be shown. */
  save: ReactNode
}
type View = ComponentType<ViewProps>
/** A viewer and its words come when the first file of its kind is opened. */
const later = (load: () => Promise<{ default: View }>) =>
  lazy(async () => {
    const [view] = await Promise.all([load(), ensureTexts('signals')])
    return view
  })
const EcgView = later(() => import('../signals/EcgView.tsx'))
const PhonoView = later(() => import('../signals/PhonoView.tsx'))
const PdfView = later(() => import('../signals/PdfView.tsx'))
const VIEWS: Partial<Record<FileFormat, View>> = { xml: EcgView, hea: EcgView, wav: PhonoView, pdf: PdfView }
/** A DICOM file of an ECG is a waveform. */
const viewOf = ({ format, kind }: MedicalFile) =>
  VIEWS[format] ?? (format === 'dcm' && kind === 'ecg' ? EcgView : undefined)

/** An address lives for longer than this. */
const JUST_NOW_MS = 60_000

interface ContentProps {
  file: MedicalFile
  address: FileAddress
  zoom: number
  anew: () => Promise<unknown>
}
/** What is in a file, in place; what no part of ours shows is handed out to be saved. */
export function FileContent({ file, address, zoom, anew }: ContentProps) {
  const [broken, setBroken] = useState(false)
  const renewed = useRef(0)
  // An address that is over renews itself; what does not show by a new one either is no picture for this browser.
  const failed = () => {
    if (Date.now() - renewed.current < JUST_NOW_MS) return setBroken(true)
    renewed.current = Date.now()
    void anew()
  }
  const save = <SaveLink id={file.id} href={address.download} />
  if (broken) return <EmptyState title={t('files.unreadable')} text={t('files.unreadableText')} actions={save} />
  const View = viewOf(file)
  if (View)
    return (
      <Suspense fallback={<SkeletonBlock lines={6} />}>
        <View file={file} address={address} save={save} />
      </Suspense>
    )
  if (file.format === 'mp4' || file.format === 'mov')
    return <Film source={address.url} name={file.name} onFailed={failed} />
  if (file.format === 'dcm') return <Dicom file={file} save={save} />
  if (!shownInPlace.includes(file.format))
    return (
      <EmptyState
        icon={formatIcon(file.format, file.kind)}
        title={t('files.noViewer', { kind: kindText(file.kind) })}
        text={t('files.noViewerText')}
        actions={save}
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its place is moved by keys.
    <section className="fvpan" tabIndex={0} aria-label={file.name}>
      <img
        src={address.url}
        alt={file.remark || file.name}
        data-turn={file.rotation}
        style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        onError={failed}
      />
    </section>
  )
}

interface FilmProps {
  source: string
  name: string
  onFailed: () => void
}
/** Under another address the film goes on where it was. */
function Film({ source, name, onFailed }: FilmProps) {
  const left = useRef({ at: 0, played: false })
  return (
    // biome-ignore lint/a11y/useMediaCaption: what was filmed of a patient has no captions.
    <video
      src={source}
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      onError={({ currentTarget }) => {
        left.current = { at: currentTarget.currentTime, played: !currentTarget.paused }
        onFailed()
      }}
      onLoadedMetadata={({ currentTarget }) => {
        const { at, played } = left.current
        left.current = { at: 0, played: false }
        if (at > 0) currentTarget.currentTime = at
        // A browser that does not play by itself shows the picture of that moment.
        if (played) currentTarget.play().catch(() => currentTarget.pause())
      }}
    />
  )
}

/** A study has a screen of its own: its other images and series are there, too. */
function Dicom({ file, save }: { file: MedicalFile; save: ReactNode }) {
  const me = useMe()
  const opens = closedBy(me, screenById('viewdicom')) === null
  return (
    <EmptyState
      icon={formatIcon(file.format, file.kind)}
      title={t('files.dicom', { kind: kindText(file.kind) })}
      actions={
        <>
          {opens && (
            <Button
              kind="primary"
              icon={<ScanOutlined />}
              autoFocus
              onClick={() => void go('viewdicom', { dicomid: file.id }, visitSearch(file.patient?.pid))}
            >
              {t('files.openDicom')}
            </Button>
          )}
          {save}
        </>
      }
    />
  )
}
