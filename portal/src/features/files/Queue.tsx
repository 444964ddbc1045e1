import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  CloudUploadOutlined,
  DisconnectOutlined,
  PauseCircleOutlined,
  PauseOutlined,
  CaretRightOutlined,
  QuestionCircleOutlined,
  ReloadOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { formatOfName } from '@teleward/contract/core/file-kinds.ts'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { showError } from '../../api/query.ts'
import { clearSendings, dropSending, pauseSending, resumeSending } from '../../api/uploads.ts'
import { type Sending, type SendingState, useSendings } from '../../api/sendings.ts'
import { useT } from '../../i18n/i18n.ts'
import { FileAssign } from '../../patterns/files/FileForms.tsx'
import { formatIcon, kindText, sizeText } from '../../patterns/files/labels.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

const LOOKS: Record<SendingState, { kind: StatusKind; icon: ReactNode }> = {
  waiting: { kind: 'neutral', icon: <ClockCircleOutlined /> },
  asking: { kind: 'warn', icon: <QuestionCircleOutlined /> },
  sending: { kind: 'info', icon: <CloudUploadOutlined /> },
  paused: { kind: 'neutral', icon: <PauseCircleOutlined /> },
  offline: { kind: 'warn', icon: <DisconnectOutlined /> },
  done: { kind: 'ok', icon: <CheckCircleOutlined /> },
  refused: { kind: 'bad', icon: <WarningOutlined /> },
  failed: { kind: 'bad', icon: <WarningOutlined /> },
}

/** What is on its way from this browser, and what just went. */
export function Queue() {
  const t = useT()
  const rows = useSendings()
  if (rows.length === 0) return null
  const open = rows.filter(({ state }) => ['waiting', 'sending', 'offline', 'paused'].includes(state)).length
  return (
    <section className="card uqueue" aria-label={t('files.queue')}>
      <div className="hd">
        <h2>{t('files.queue')}</h2>
        <span className="t3 num" role="status">
          {t('files.counts', { open, all: rows.length })}
        </span>
        {rows.some(({ state }) => state === 'done') && (
          <span className="rt">
            <Button size="sm" kind="text" onClick={clearSendings}>
              {t('files.clear')}
            </Button>
          </span>
        )}
      </div>
      <ul className="ulist">
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: Sending }) {
  const t = useT()
  const [assigning, setAssigning] = useState(false)
  const { key, file, state, upload } = row
  const drop = () => void dropSending(key).catch(showError)
  /** What came across so far goes with it: it asks first. A file that has arrived or was refused only leaves this list. */
  const askToDrop = async () => {
    if (state === 'done' || state === 'refused') return drop()
    const sure = await confirmAct({
      title: t('files.dropSure', { name: file.name }),
      text: t('files.dropText'),
      ok: t('files.remove'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) drop()
  }
  const pauses = state === 'sending' || state === 'offline' || state === 'waiting'
  const resumes = state === 'paused' || state === 'failed'
  const unassigned = upload?.state === 'unassigned'
  const onKey = (event: KeyboardEvent<HTMLLIElement>) => {
    // Keys of the row itself; its buttons keep theirs.
    if (event.target !== event.currentTarget) return
    if (event.key === ' ') {
      event.preventDefault()
      if (pauses) pauseSending(key)
      else if (resumes) resumeSending(key)
    }
    if (event.key === 'Delete') void askToDrop()
  }
  const part = file.size ? Math.round((row.sent / file.size) * 100) : 0
  const patient = upload?.patient
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Space pauses and Delete removes the row that has the focus.
    <li tabIndex={0} onKeyDown={onKey} aria-label={file.name}>
      <span className="fthumb" aria-hidden="true">
        {row.picture ? <img src={row.picture} alt="" /> : formatIcon(formatOfName(file.name), row.kind)}
      </span>
      <div className="grow">
        <p className="row wrap">
          <b className="ell">{file.name}</b>
          <StatusTag {...LOOKS[state]}>{t(unassigned ? 'files.unassigned' : `files.sending.${state}`)}</StatusTag>
        </p>
        <p className="t2 f13 num">
          {[
            kindText(row.kind),
            patient && nameOf(patient),
            upload?.eye && t(`files.eye.${upload.eye}`),
            sizeText(file.size),
          ]
            .filter(Boolean)
            .join(t('common.dot'))}
        </p>
        {!['done', 'refused'].includes(state) && (
          <progress max={100} value={part} aria-label={t('files.progress', { name: file.name })}>
            {part}%
          </progress>
        )}
        {row.why && <p className={`f13 ${state === 'done' ? 'c-warn' : 'c-bad'}`}>{row.why}</p>}
        {state === 'asking' && upload?.duplicate && (
          <p className="f13 c-warn">
            {t('files.twice', { name: upload.duplicate.name, date: formatDate(upload.duplicate.createdAt) })}
          </p>
        )}
      </div>
      <div className="row wrap uacts">
        {state === 'asking' && (
          <>
            <Button size="sm" onClick={() => resumeSending(key)}>
              {t('files.keepBoth')}
            </Button>
            <Button size="sm" kind="text" onClick={drop}>
              {t('files.leave')}
            </Button>
          </>
        )}
        {unassigned && upload.file && (
          <Button size="sm" onClick={() => setAssigning(true)}>
            {t('files.assign')}
          </Button>
        )}
        {pauses && <Act label={t('files.pause')} icon={<PauseOutlined />} run={() => pauseSending(key)} />}
        {state === 'paused' && (
          <Act label={t('files.resume')} icon={<CaretRightOutlined />} run={() => resumeSending(key)} />
        )}
        {state === 'failed' && (
          <Act label={t('common.retry')} icon={<ReloadOutlined />} run={() => resumeSending(key)} />
        )}
        {state !== 'asking' && <Act label={t('files.remove')} icon={<CloseOutlined />} run={() => void askToDrop()} />}
      </div>
      {assigning && upload?.file && (
        <FileAssign
          file={upload.file}
          onClose={() => {
            setAssigning(false)
          }}
        />
      )}
    </li>
  )
}

const Act = ({ label, icon, run }: { label: string; icon: ReactNode; run: () => void }) => (
  <button type="button" className="icbtn" aria-label={label} title={label} onClick={run}>
    {icon}
  </button>
)
