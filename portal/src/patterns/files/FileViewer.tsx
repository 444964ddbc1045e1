import './files.css'
import {
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  LeftOutlined,
  MinusOutlined,
  PlusOutlined,
  RightOutlined,
  RotateRightOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { fileAddresses, getFile, putFile } from '@teleward/contract/files/endpoints.ts'
import { shownInPlace } from '@teleward/contract/files/kinds.ts'
import { fileRefusal } from '@teleward/contract/files/rules.ts'
import type { FileAddress, MedicalFile } from '@teleward/contract/files/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, invalidateTags, useAct, wordsOf } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { useSingleKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { nameOf } from '../Patient.tsx'
import { FileDetails, FileReason } from './FileForms.tsx'
import { formatIcon, kindText, sizeText, Thumb } from './words.tsx'

interface Props {
  id: string
  /** The others beside it, in the order of their list. */
  strip: readonly MedicalFile[]
  onOpen: (id: string) => void
  onClose: () => void
}
const ZOOM = { min: 1, max: 8, step: 1.25 } as const
const turned = (now: MedicalFile['rotation']) => ((now + 90) % 360) as MedicalFile['rotation']

/** A file over the screen: pictures to zoom and turn, PDF and film in place, everything else by its name, to be saved. */
export function FileViewer({ id, strip, onOpen, onClose }: Props) {
  const t = useT()
  const me = useMe()
  const mayChange = useRight('file.upload') !== '-'
  const [form, setForm] = useState<'details' | 'withdraw' | 'wrongPatient' | null>(null)
  const [zoom, setZoom] = useState(1)
  const query = useQuery(endpointQuery(getFile, { params: { id } }))
  const file = query.data
  const address = useQuery({
    ...endpointQuery(fileAddresses, { params: { id } }),
    enabled: file?.opens === true,
    // An address lives ten minutes; another one is asked for when it is needed, not before.
    staleTime: 8 * 60_000,
  })
  const change = useAct(putFile, {
    onError: ({ code }) => {
      if (code !== 'VERSION_STALE') return undefined
      void invalidateTags(['files'])
      notify({ kind: 'info', title: t('files.stale') })
      return true
    },
  })
  const at = strip.findIndex((one) => one.id === id)
  const to = (step: number) => {
    const other = strip[at + step]
    if (!other) return
    setZoom(1)
    onOpen(other.id)
  }
  const by = (factor: number) => setZoom((now) => Math.min(ZOOM.max, Math.max(ZOOM.min, now * factor)))
  const picture = file?.format === 'jpg' || file?.format === 'png'
  const turn = () => {
    if (file && picture && mayChange && file.state !== 'withdrawn' && !change.isPending)
      change.mutate({
        params: { id },
        body: { action: 'change', version: file.version, rotation: turned(file.rotation) },
      })
  }
  const single = useSingleKeys()
  // A dialog has its keys to itself, and the one over it has them before.
  const onKeyDown = (event: KeyboardEvent) => {
    const field =
      event.target instanceof HTMLElement && event.target.closest('input,textarea,select,video,[role=combobox]')
    if (form !== null || field || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const factor = single ? { '+': ZOOM.step, '-': 1 / ZOOM.step }[event.key] : undefined
    if (step !== undefined) to(step)
    else if (factor !== undefined) by(factor)
    else if (single && event.key === '0') setZoom(1)
    else if (single && event.key === 'r') turn()
    else return
    event.preventDefault()
  }
  const may = (action: 'withdraw' | 'wrongPatient') =>
    file && mayChange && fileRefusal(action, me, { mid: file.by.mid, state: file.state }) === null
  return (
    <Modal
      open
      wrapProps={{ onKeyDown }}
      footer={null}
      closable={false}
      onCancel={onClose}
      className="fview"
      width="100%"
      // What a reader is told; what is seen stands in the viewer's own head.
      title={file ? file.name : t('files.viewer')}
      destroyOnHidden
    >
      <div className="fvhead">
        <div className="grow">
          <h2 className="ell" title={file?.name}>
            {file ? file.name : t('files.viewer')}
          </h2>
          {file && (
            <p className="t2 f13 num">
              {[
                kindText(file.kind),
                file.eye && t(`files.eye.${file.eye}`),
                file.patient && nameOf(file.patient),
                formatDateTime(file.createdAt),
                nameOf(file.by),
                sizeText(file.bytes),
              ]
                .filter(Boolean)
                .join(t('common.dot'))}
            </p>
          )}
        </div>
        {picture && (
          <span className="row">
            <Icon
              label={t('files.key.smaller')}
              icon={<MinusOutlined />}
              off={zoom <= ZOOM.min}
              run={() => by(1 / ZOOM.step)}
            />
            <Icon
              label={t('files.key.larger')}
              icon={<PlusOutlined />}
              off={zoom >= ZOOM.max}
              run={() => by(ZOOM.step)}
            />
            {mayChange && (
              <Icon label={t('files.key.turn')} icon={<RotateRightOutlined />} off={change.isPending} run={turn} />
            )}
          </span>
        )}
        {file && mayChange && file.state !== 'withdrawn' && (
          <Icon label={t('files.edit')} icon={<EditOutlined />} run={() => setForm('details')} />
        )}
        {address.data && (
          <a
            className="icbtn"
            href={address.data.download}
            download
            aria-label={t('files.download')}
            title={t('files.download')}
          >
            <DownloadOutlined />
          </a>
        )}
        {may('wrongPatient') && (
          <Icon label={t('files.wrongPatient')} icon={<SwapOutlined />} run={() => setForm('wrongPatient')} />
        )}
        {may('withdraw') && (
          <Icon label={t('files.withdraw')} icon={<DeleteOutlined />} run={() => setForm('withdraw')} />
        )}
        <Icon label={t('common.close')} icon={<CloseOutlined />} run={onClose} />
      </div>
      <div className="fvbody">
        <Icon label={t('common.previous')} icon={<LeftOutlined />} off={at <= 0} run={() => to(-1)} />
        <div className="fvstage" tabIndex={-1}>
          {query.isError ? (
            <ErrorState
              title={t('files.failed')}
              text={wordsOf(query.error)}
              code={codeOf(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : !file ? (
            <SkeletonBlock lines={6} />
          ) : !file.opens ? (
            <Withdrawn file={file} />
          ) : address.isError ? (
            <ErrorState
              title={t('files.failed')}
              text={wordsOf(address.error)}
              code={codeOf(address.error)}
              onRetry={() => void address.refetch()}
            />
          ) : !address.data ? (
            <SkeletonBlock lines={6} />
          ) : (
            <Content key={file.id} file={file} address={address.data} zoom={zoom} anew={() => address.refetch()} />
          )}
        </div>
        <Icon
          label={t('common.following')}
          icon={<RightOutlined />}
          off={at < 0 || at >= strip.length - 1}
          run={() => to(1)}
        />
      </div>
      {file?.remark && <p className="fvremark">{file.remark}</p>}
      {strip.length > 1 && (
        <ul className="fvstrip" aria-label={t('files.strip')}>
          {strip.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={one.id === id ? 'on' : ''}
                aria-current={one.id === id}
                aria-label={one.name}
                title={one.name}
                onClick={() => onOpen(one.id)}
              >
                <Thumb file={one} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {file && form === 'details' && <FileDetails file={file} onClose={() => setForm(null)} />}
      {file && (form === 'withdraw' || form === 'wrongPatient') && (
        <FileReason file={file} action={form} onClose={() => setForm(null)} onDone={onClose} />
      )}
    </Modal>
  )
}

const Icon = ({
  label,
  icon,
  run,
  off = false,
}: {
  label: string
  icon: ReactNode
  run: () => void
  off?: boolean
}) => (
  <button type="button" className="icbtn" aria-label={label} title={label} disabled={off} onClick={run}>
    {icon}
  </button>
)

const Withdrawn = ({ file }: { file: MedicalFile }) => (
  <EmptyState
    icon={<DeleteOutlined />}
    title={t(file.withdrawn?.wrongPatient ? 'files.movedAway' : file.withdrawn ? 'files.withdrawn' : 'files.closed')}
    text={
      file.withdrawn
        ? t('files.withdrawnBy', {
            name: nameOf(file.withdrawn.by),
            date: formatDateTime(file.withdrawn.at),
            reason: file.withdrawn.reason,
          })
        : t('files.closedText')
    }
  />
)

interface ContentProps {
  file: MedicalFile
  address: FileAddress
  zoom: number
  anew: () => Promise<unknown>
}
function Content({ file, address, zoom, anew }: ContentProps) {
  const [broken, setBroken] = useState(false)
  const tried = useRef(false)
  // An address that is over renews itself, once; what still does not show is no picture for this browser.
  const failed = () => {
    if (tried.current) return setBroken(true)
    tried.current = true
    void anew()
  }
  const save = (
    <a className="btn pri" href={address.download} download>
      <DownloadOutlined /> {t('files.download')}
    </a>
  )
  if (broken) return <EmptyState title={t('files.unreadable')} text={t('files.unreadableText')} actions={save} />
  // A browser without a part that shows PDF leaves the frame empty: on many a phone the file is saved instead.
  if (file.format === 'pdf' && navigator.pdfViewerEnabled)
    return <iframe title={file.name} src={address.url} className="fvpdf" />
  if (file.format === 'mp4' || file.format === 'mov')
    return (
      // biome-ignore lint/a11y/useMediaCaption: what was filmed of a patient has no captions.
      <video src={address.url} controls playsInline preload="metadata" onError={failed} aria-label={file.name} />
    )
  if (file.format === 'pdf' || !shownInPlace.includes(file.format))
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
