import { EyeInvisibleOutlined } from '@ant-design/icons'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { addressesOf } from '../../patterns/files/addresses.ts'
import { isClosed } from '../../patterns/files/closed.ts'
import { SaveLink } from '../../patterns/files/SaveLink.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { bounded, type Look, zoomed } from './look.ts'
import type { Side } from './pairs.ts'

interface Props {
  side: Side | null
  file: MedicalFile | null
  look: Look
  onLook: (change: (now: Look) => Look) => void
  /** CSS of brightness, contrast and colour. */
  filter: string
}

/** One eye. The letter stands beside the picture, never on it. */
export function EyePane({ side, file, look, onLook, filter }: Props) {
  const t = useT()
  const name = t(side === null ? 'signals.fundus.side' : `signals.fundus.${side}`)
  return (
    <section className="eyepane" aria-label={file ? `${name} ${formatDate(file.createdAt)}` : name}>
      <h2>
        {side && <b className="eyemark">{side}</b>} {name}
        {file && <span className="t2 f13 num">{formatDate(file.createdAt)}</span>}
      </h2>
      {file ? (
        <Picture key={file.id} file={file} look={look} onLook={onLook} filter={filter} />
      ) : (
        <div className="eyeframe">
          <EmptyState
            icon={<EyeInvisibleOutlined />}
            title={t('signals.fundus.missing', { eye: name })}
            text={t('signals.fundus.missingText')}
          />
        </div>
      )}
    </section>
  )
}

function Picture({ file, look, onLook, filter }: Omit<Props, 'side' | 'file'> & { file: MedicalFile }) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const [broken, setBroken] = useState(false)
  const tried = useRef(false)
  const address = useQuery({ ...addressesOf(file), enabled: file.format !== 'dcm' })
  const latest = useRef(onLook)
  latest.current = onLook
  // A wheel that zooms must not scroll the page: React listens to wheels without that right.
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.altKey && event.deltaY === 0) return
      event.preventDefault()
      const { left, top, width, height } = box.getBoundingClientRect()
      const at = { x: (event.clientX - left) / width - 0.5, y: (event.clientY - top) / height - 0.5 }
      latest.current((now) => zoomed(now, event.deltaY < 0 ? 1.15 : 1 / 1.15, at))
    }
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => box.removeEventListener('wheel', onWheel)
  }, [])
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.buttons) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.movementX / width, event.movementY / height]
    onLook((now) => bounded({ ...now, x: now.x + x, y: now.y + y }))
  }
  if (file.format === 'dcm')
    return (
      <div className="eyeframe">
        <EmptyState title={t('signals.fundus.dicom')} />
      </div>
    )
  if (isClosed(address) || broken)
    return (
      <div className="eyeframe">
        <ErrorState
          title={t('files.unreadable')}
          text={address.error ? errorMessage(address.error) : t('files.unreadableText')}
          code={address.error ? codeOf(address.error) : ''}
          onRetry={() => {
            setBroken(false)
            void address.refetch()
          }}
          actions={address.data && <SaveLink id={file.id} href={address.data.download} className="btn" />}
        />
      </div>
    )
  return (
    <div
      ref={frame}
      className="eyeframe"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      {address.data ? (
        <div
          className="eyemoved"
          style={{ transform: `translate(${look.x * 100}%, ${look.y * 100}%) scale(${look.zoom})`, filter }}
        >
          <img
            src={address.data.url}
            alt={file.remark || file.name}
            draggable={false}
            data-turn={file.rotation}
            onError={() => {
              // An address that is over renews itself, once.
              if (tried.current) return setBroken(true)
              tried.current = true
              void address.refetch()
            }}
          />
        </div>
      ) : (
        <SkeletonBlock lines={6} />
      )}
    </div>
  )
}
