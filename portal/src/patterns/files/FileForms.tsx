import { putFile } from '@teleward/contract/files/endpoints.ts'
import { type FileKind, fileKinds, formatsOf } from '@teleward/contract/core/file-kinds.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import { isApiError } from '../../api/errors.ts'
import { useEndpointMutation, errorMessage } from '../../api/query.ts'
import { keepFile } from '../../api/sendings.ts'
import { t } from '../../i18n/i18n.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { FormColumn, Line } from '../FormLines.tsx'
import { useSharedForm } from '../sharedForm.ts'
import { Theirs } from '../Theirs.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { MemberPicker, type Picked } from '../MemberPicker.tsx'
import { FileSuggestions } from './FileSuggestions.tsx'
import { kindText } from './labels.tsx'

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
  const form = useSharedForm({ name: file.name, remark: file.remark, kind: file.kind, eye: file.eye })
  const { name, remark, kind, eye } = form.fields
  const saving = useEndpointMutation(putFile, {
    onDone: (after) => {
      keepFile(after)
      notify({ kind: 'ok', title: t('files.saved') })
      onClose()
    },
  })
  const fits = name.trim() !== '' && !/[\\/]/.test(name)
  return (
    <FormModal
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
      <FormColumn>
        <Line label={t('files.name')} required error={fits ? undefined : t('files.nameWrong')}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              value={name}
              maxLength={200}
              status={fits ? '' : 'error'}
              onChange={(event) => form.set({ name: event.target.value })}
            />
          )}
        </Line>
        <Line label={t('files.kind')}>
          {(id) => (
            <Select
              id={id}
              className="wide"
              value={kind}
              options={options(file)}
              onChange={(next: FileKind) => form.set({ kind: next })}
            />
          )}
        </Line>
        {kind === 'eye' && <EyeLine value={eye} onChange={(next) => form.set({ eye: next })} />}
        <Line label={t('files.remark')}>
          {(id) => (
            <GrowingArea
              id={id}
              value={remark}
              maxLength={500}
              lines={2}
              most={6}
              onChange={(event) => form.set({ remark: event.target.value })}
            />
          )}
        </Line>
        {(['name', 'kind', 'eye', 'remark'] as const).map((one) => (
          <Theirs key={one} form={form} name={one} label={t(one === 'eye' ? 'files.eyeLabel' : `files.${one}`)} named />
        ))}
      </FormColumn>
    </FormModal>
  )
}

function EyeLine({ value, onChange }: { value: MedicalFile['eye']; onChange: (eye: MedicalFile['eye']) => void }) {
  return (
    <Line label={t('files.eyeLabel')}>
      {(id) => (
        <Select
          id={id}
          className="wide"
          value={value}
          options={(['L', 'R'] as const).map((side) => ({ value: side, label: t(`files.eye.${side}`) }))}
          onChange={onChange}
        />
      )}
    </Line>
  )
}

/** Withdrawn, or taken from the wrong patient: with the reason, and to whom it belongs where that is known. */
export function FileReason({
  file,
  action,
  onClose,
  onDone,
}: Props & { action: 'withdraw' | 'wrongPatient'; onDone: () => void }) {
  const [to, setTo] = useState<Picked[]>([])
  const step = useEndpointMutation(putFile, {
    onDone: (after) => {
      keepFile(after)
      notify({ kind: 'ok', title: t(action === 'withdraw' ? 'files.done.withdraw' : 'files.done.wrongPatient') })
      onDone()
    },
  })
  const pid = to[0]?.pid
  const body = { action, version: file.version, ...(pid === undefined ? {} : { pid }) }
  return (
    <ReasonDialog
      title={t(`files.ask.${action}`)}
      submit={t(action === 'withdraw' ? 'files.withdraw' : 'files.move')}
      label={t('files.reason')}
      busy={step.isPending}
      onSend={(reason) => step.mutate({ params: { id: file.id }, body: { ...body, reason } })}
      onClose={onClose}
    >
      <p className="t2">{t(`files.askText.${action}`)}</p>
      {action === 'wrongPatient' && (
        <Line label={t('files.right')} hint={t('files.rightHint')}>
          {(id) => (
            <MemberPicker
              id={id}
              single
              value={to}
              onChange={setTo}
              without={new Set(file.patient ? [file.patient.pid] : [])}
            />
          )}
        </Line>
      )}
    </ReasonDialog>
  )
}

/** A file of a batch goes to its member. */
export function FileAssign({ file, onClose }: Props) {
  const [to, setTo] = useState<Picked[]>([])
  const [eye, setEye] = useState(file.eye)
  const pid = to[0]?.pid
  const assigning = useEndpointMutation(putFile, {
    onDone: (after) => {
      keepFile(after)
      notify({ kind: 'ok', title: t('files.done.assign', { name: after.patient?.name ?? '' }) })
      onClose()
    },
  })
  return (
    <FormModal
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
      <FormColumn>
        <p className="t2 num">{file.name}</p>
        <Line
          label={t('files.member')}
          required
          error={isApiError(assigning.error, 'MEMBER_NOT_FOUND') ? errorMessage(assigning.error) : undefined}
        >
          {(id) => <MemberPicker id={id} single value={to} onChange={setTo} />}
        </Line>
        <FileSuggestions file={file} picked={pid} onPick={(one) => setTo([one])} />
        {file.kind === 'eye' && <EyeLine value={eye} onChange={setEye} />}
      </FormColumn>
    </FormModal>
  )
}
