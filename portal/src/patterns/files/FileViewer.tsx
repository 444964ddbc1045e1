import './files.css'
import {
  CloseOutlined,
  DeleteOutlined,
  EditOutlined,
  EyeOutlined,
  FormOutlined,
  LeftOutlined,
  MinusOutlined,
  PlusOutlined,
  RightOutlined,
  RotateRightOutlined,
  SolutionOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { getFile, putFile } from '@teleward/contract/files/endpoints.ts'
import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { fileRefusal } from '@teleward/contract/files/rules.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { keepFile } from '../../api/sendings.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { visitSearch } from '../../shell/into-note.ts'
import { screenById } from '../../shell/screens.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { useSingleKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { INTO_NOTE_KEY, useIntoNote } from '../notes/useIntoNote.tsx'
import { nameOf } from '../Patient.tsx'
import { isClosed } from './closed.ts'
import { addressesOf } from './addresses.ts'
import { FileContent } from './FileContent.tsx'
import { FileDetails, FileReason } from './FileForms.tsx'
import { OPINION_KEY, useAskOpinion } from '../opinions/useAskOpinion.tsx'
import { kindText, sizeText, Thumb } from './labels.tsx'
import { SaveLink } from './SaveLink.tsx'

interface Props {
  id: string
  /** The others beside it, in the order of their list. */
  strip: readonly MedicalFile[]
  onOpen: (id: string) => void
  onClose: () => void
  /** Shown for an opinion, to be looked at alone: who reads, over the picture. */
  shown?: string
}
const ZOOM = { min: 1, max: 8, step: 1.25 } as const
const turned = (now: MedicalFile['rotation']) => ((now + 90) % 360) as MedicalFile['rotation']

/** A file over the screen: pictures to zoom and turn, PDF and film in place, everything else by its name, to be saved. */
export function FileViewer({ id, strip, onOpen, onClose, shown }: Props) {
  const t = useT()
  const me = useMe()
  const looking = shown !== undefined
  const mayChange = useRight('file.upload') !== '-' && !looking
  const [form, setForm] = useState<'details' | 'withdraw' | 'wrongPatient' | null>(null)
  const [zoom, setZoom] = useState(1)
  const query = useQuery(endpointQuery(getFile, { params: { id } }))
  const file = isClosed(query) ? undefined : query.data
  const address = useQuery({ ...addressesOf(file ?? { id, data: null }), enabled: file?.opens === true })
  const change = useEndpointMutation(putFile, {
    onDone: keepFile,
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
  // A study has a viewer of its own, and what an opinion shows goes into no note.
  const noted =
    file && !looking && file.opens && file.state === 'stored' && !(file.format === 'dcm' && file.kind !== 'ecg')
  const note = useIntoNote(noted ? file.patient?.pid : undefined)
  const toNote = () => noted && note.put?.([imageOf(file)])
  const whose = file && !looking && file.state === 'stored' ? file.patient : null
  const opinion = useAskOpinion(whose ? { pid: whose.pid, name: nameOf(whose) } : undefined)
  const single = useSingleKeys()
  // A dialog has its keys to itself, and the one over it has them before.
  const onKeyDown = (event: KeyboardEvent) => {
    const field =
      event.target instanceof HTMLElement &&
      event.target.closest('input,textarea,select,video,[role=combobox],[role=slider],[role=radiogroup]')
    // A dialog over this one is drawn elsewhere, and its keys still pass here.
    const elsewhere = event.target instanceof Node && !event.currentTarget.contains(event.target)
    if (
      form !== null ||
      opinion.layer ||
      note.layer ||
      field ||
      elsewhere ||
      composing(event) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const factor = single ? { '+': ZOOM.step, '-': 1 / ZOOM.step }[event.key] : undefined
    if (step !== undefined) to(step)
    else if (factor !== undefined) by(factor)
    else if (single && event.key === '0') setZoom(1)
    else if (single && event.key === 'r') turn()
    else if (single && note.put && event.key === INTO_NOTE_KEY && !event.repeat) toNote()
    else if (single && opinion.ask && event.key === OPINION_KEY && !event.repeat) opinion.ask(id)
    else return
    event.preventDefault()
  }
  const sideBySide = !looking && file?.kind === 'eye' && file.opens && closedBy(me, screenById('funduscopy')) === null
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
        {sideBySide && (
          <Icon
            label={t('files.sideBySide')}
            icon={<EyeOutlined />}
            run={() => void go('funduscopy', { eyeid: id }, visitSearch(file.patient?.pid))}
          />
        )}
        {note.put && (
          <Icon label={t('files.intoNote.put')} icon={<FormOutlined />} off={note.busy} run={() => void toNote()} />
        )}
        {opinion.ask && <Icon label={t('files.opinion')} icon={<SolutionOutlined />} run={() => opinion.ask?.(id)} />}
        {file && mayChange && file.state !== 'withdrawn' && (
          <Icon label={t('files.edit')} icon={<EditOutlined />} run={() => setForm('details')} />
        )}
        {address.data && !looking && <SaveLink id={id} href={address.data.download} className="icbtn" sign />}
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
          {isClosed(query) ? (
            <ErrorState
              title={t('files.failed')}
              text={errorMessage(query.error)}
              code={codeOf(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : !file ? (
            <SkeletonBlock lines={6} />
          ) : !file.opens ? (
            <Withdrawn file={file} />
          ) : isClosed(address) ? (
            <ErrorState
              title={t('files.failed')}
              text={errorMessage(address.error)}
              code={codeOf(address.error)}
              onRetry={() => void address.refetch()}
            />
          ) : !address.data ? (
            <SkeletonBlock lines={6} />
          ) : (
            <>
              {shown && <span className="fvmark">{t('files.mark', { name: shown })}</span>}
              <FileContent
                key={file.id}
                file={file}
                address={address.data}
                zoom={zoom}
                anew={() => address.refetch()}
              />
            </>
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
      {opinion.layer}
      {note.layer}
      {file && form === 'details' && <FileDetails file={file} onClose={() => setForm(null)} />}
      {file && (form === 'withdraw' || form === 'wrongPatient') && (
        <FileReason file={file} action={form} onClose={() => setForm(null)} onDone={onClose} />
      )}
    </Modal>
  )
}

/** Its name is left out: names of files carry numbers of people. */
const imageOf = ({ id, kind, eye, createdAt }: MedicalFile): NoteImage => ({
  viewer: 'img',
  file: id,
  look: '',
  words: [kindText(kind), eye && t(`files.eye.${eye}`), formatDate(createdAt)].filter(Boolean).join(' '),
})

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
