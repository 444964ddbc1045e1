import '../files/files.css'
import './notes.css'
import { FileImageOutlined } from '@ant-design/icons'
import { getFile } from '@teleward/contract/files/endpoints.ts'
import { imagesIn, type NoteImage } from '@teleward/contract/emr/images.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { isClosed } from '../files/closed.ts'
import { Thumb } from '../files/labels.tsx'
import { viewerSearch } from './viewer-search.ts'

const FileViewer = lazy(() =>
  loadChunk(() => import('../files/FileViewer.tsx').then((one) => ({ default: one.FileViewer }))),
)

/** The pictures that a part of a patient's note speaks of, each leading to its viewer as it was looked at. */
export function NoteImages({ text, pid }: { text: string; pid: number }) {
  const images = imagesIn(text)
  const [open, setOpen] = useState('')
  if (images.length === 0) return null
  const show = (image: NoteImage) => {
    const { viewer, file } = image
    if (viewer === 'viewdicom') void go('viewdicom', { dicomid: file }, viewerSearch(image, pid))
    else if (viewer === 'funduscopy') void go('funduscopy', { eyeid: file }, viewerSearch(image, pid))
    else setOpen(file)
  }
  return (
    <>
      <ul className="noteimages" aria-label={t('files.intoNote.pictures')}>
        {images.map((image, at) => (
          <li key={`${image.file}${at}`}>
            <One image={image} pid={pid} onShow={() => show(image)} />
          </li>
        ))}
      </ul>
      {open && (
        <Suspense fallback={null}>
          <FileViewer id={open} strip={[]} onOpen={setOpen} onClose={() => setOpen('')} />
        </Suspense>
      )}
    </>
  )
}

/**
 * A picture with its words, or these alone: where this person opens none, where it is withdrawn or closed since, and where it is
 * of another patient, as when a note's text was copied from one record into another.
 */
function One({ image, pid, onShow }: { image: NoteImage; pid: number; onShow: () => void }) {
  const { viewer, file, words } = image
  const me = useMe()
  const reads = useRight('file.read') !== '-' && (viewer === 'img' || closedBy(me, screenById(viewer)) === null)
  const query = useQuery({ ...endpointQuery(getFile, { params: { id: file } }), enabled: reads })
  const found = reads && !isClosed(query) ? query.data : undefined
  const foreign = found !== undefined && found.patient?.pid !== pid
  const said = <span className="f12 num">{words}</span>
  if (found?.opens && !foreign)
    return (
      <button type="button" title={words} onClick={onShow}>
        <Thumb file={found} />
        {said}
      </button>
    )
  return (
    <span className="plain">
      <span className="fthumb" aria-hidden="true">
        <FileImageOutlined />
      </span>
      <span>
        {said}
        {foreign ? (
          <b className="tag bad">{t('files.intoNote.foreign')}</b>
        ) : (
          (query.isError || found) && <span className="tag">{t('files.intoNote.closed')}</span>
        )}
      </span>
    </span>
  )
}
