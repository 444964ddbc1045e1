import { putFile } from '@teleward/contract/files/endpoints.ts'
import { type FileKind, fileKinds, formatsOf } from '@teleward/contract/files/kinds.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { useAct, wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { MemberPicker, type Picked } from '../MemberPicker.tsx'
import { kindText } from './words.tsx'

interface Props {
  file: MedicalFile
  onClose: () => void
}
const options = (file: MedicalFile) =>
  fileKinds
    .filter((kind) => formatsOf[kind].includes(file.format))
    .map((kind) => ({ value: kind, label: kindText(kind) }))

/** What is said of a file: its name, kind, eye and a remark. The bytes stay as they are. */
export function FileDetails({ file, onClose }: Props) {
  const [name, setName] = useState(file.name)
  const [remark, setRemark] = useState(file.remark)
  const [kind, setKind] = useState<FileKind>(file.kind)
  const [eye, setEye] = useState(file.eye)
  const saving = useAct(putFile, {
    onDone: () => {
      notify({ kind: 'ok', title: t('files.saved') })
      onClose()
    },
  })
  const fits = name.trim() !== '' && !/[\\/]/.test(name)
  return (
    <Modal
      open
      title={t('files.edit')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !fits, loading: saving.isPending }}
      onCancel={onClose}
      onOk={() =>
        saving.mutate({
          params: { id: file.id },
          body: {
            action: 'change',
            version: file.version,
            name: name.trim(),
            remark,
            kind,
            ...(kind === 'eye' ? { eye } : {}),
          },
        })
      }
      destroyOnHidden
    >
      <div className="fform">
        <div>
          <FieldLabel id="file-name" required>
            {t('files.name')}
          </FieldLabel>
          <Input
            id="file-name"
            value={name}
            maxLength={200}
            status={fits ? '' : 'error'}
            onChange={(event) => setName(event.target.value)}
          />
          {!fits && <p className="help err">{t('files.nameWrong')}</p>}
        </div>
        <div>
          <FieldLabel id="file-kind">{t('files.kind')}</FieldLabel>
          <Select id="file-kind" className="wide" value={kind} options={options(file)} onChange={setKind} />
        </div>
        {kind === 'eye' && (
          <div>
            <FieldLabel id="file-eye">{t('files.eyeLabel')}</FieldLabel>
            <Select
              id="file-eye"
              className="wide"
              value={eye}
              options={(['L', 'R'] as const).map((value) => ({ value, label: t(`files.eye.${value}`) }))}
              onChange={setEye}
            />
          </div>
        )}
        <div>
          <FieldLabel id="file-remark">{t('files.remark')}</FieldLabel>
          <Input.TextArea
            id="file-remark"
            value={remark}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => setRemark(event.target.value)}
          />
        </div>
      </div>
    </Modal>
  )
}

/** Withdrawn, or taken from the wrong patient: with the reason, and to whom it belongs where that is known. */
export function FileReason({
  file,
  action,
  onClose,
  onDone,
}: Props & { action: 'withdraw' | 'wrongPatient'; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [to, setTo] = useState<Picked[]>([])
  const [asked, setAsked] = useState(false)
  const step = useAct(putFile, {
    onDone: () => {
      notify({ kind: 'ok', title: t(action === 'withdraw' ? 'files.done.withdraw' : 'files.done.wrongPatient') })
      onDone()
    },
  })
  const missing = asked && reason.trim() === ''
  return (
    <Modal
      open
      title={t(`files.ask.${action}`)}
      okText={t(action === 'withdraw' ? 'files.withdraw' : 'files.move')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: true, loading: step.isPending }}
      onCancel={onClose}
      onOk={() => {
        setAsked(true)
        if (reason.trim() === '') return
        const pid = to[0]?.pid
        step.mutate({
          params: { id: file.id },
          body: { action, version: file.version, reason: reason.trim(), ...(pid === undefined ? {} : { pid }) },
        })
      }}
      destroyOnHidden
    >
      <div className="fform">
        <p className="t2">{t(`files.askText.${action}`)}</p>
        {action === 'wrongPatient' && (
          <div>
            <FieldLabel id="file-to">{t('files.right')}</FieldLabel>
            <MemberPicker
              id="file-to"
              single
              value={to}
              onChange={setTo}
              without={new Set(file.patient ? [file.patient.pid] : [])}
            />
            <p className="help">{t('files.rightHint')}</p>
          </div>
        )}
        <div>
          <FieldLabel id="file-reason" required>
            {t('files.reason')}
          </FieldLabel>
          <Input
            id="file-reason"
            value={reason}
            maxLength={300}
            status={missing ? 'error' : ''}
            aria-invalid={missing}
            onChange={(event) => setReason(event.target.value)}
          />
          {missing && <p className="help err">{t('files.reasonMissing')}</p>}
        </div>
      </div>
    </Modal>
  )
}

/** A file of a batch goes to its member. */
export function FileAssign({ file, onClose }: Props) {
  const [to, setTo] = useState<Picked[]>([])
  const [eye, setEye] = useState(file.eye)
  const pid = to[0]?.pid
  const assigning = useAct(putFile, {
    onDone: (after) => {
      notify({ kind: 'ok', title: t('files.done.assign', { name: after.patient?.name ?? '' }) })
      onClose()
    },
  })
  return (
    <Modal
      open
      title={t('files.assign')}
      okText={t('files.assign')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: pid === undefined, loading: assigning.isPending }}
      onCancel={onClose}
      onOk={() =>
        pid !== undefined &&
        assigning.mutate({
          params: { id: file.id },
          body: { action: 'assign', version: file.version, pid, ...(file.kind === 'eye' ? { eye } : {}) },
        })
      }
      destroyOnHidden
    >
      <div className="fform">
        <p className="t2 num">{file.name}</p>
        <div>
          <FieldLabel id="file-member" required>
            {t('files.member')}
          </FieldLabel>
          <MemberPicker id="file-member" single value={to} onChange={setTo} />
          {assigning.error && isApiError(assigning.error, 'MEMBER_NOT_FOUND') && (
            <p className="help err">{wordsOf(assigning.error)}</p>
          )}
        </div>
        {file.kind === 'eye' && (
          <div>
            <FieldLabel id="assign-eye">{t('files.eyeLabel')}</FieldLabel>
            <Select
              id="assign-eye"
              className="wide"
              value={eye}
              options={(['L', 'R'] as const).map((value) => ({ value, label: t(`files.eye.${value}`) }))}
              onChange={setEye}
            />
          </div>
        )}
      </div>
    </Modal>
  )
}
