import { extensionsOf } from '@teleward/contract/core/file-kinds.ts'
import { DRIVE_MAX_MB, driveFormats, postDriveFile } from '@teleward/contract/files/drive-endpoints.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useMe } from '../../api/me.ts'
import { errorMessage, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { base64Of } from '../../patterns/importFile.ts'
import { either } from '../../patterns/Patient.tsx'
import { notify } from '../../ui/notify.ts'

const extensions = driveFormats.flatMap((format) => extensionsOf[format])

/** A file for colleagues: of the whole institution, or of one of one's own units. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const [file, setFile] = useState<File>()
  const [remark, setRemark] = useState('')
  const [unitId, setUnitId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState(false)
  const sharing = useEndpointMutation(postDriveFile, {
    onDone: () => {
      notify({ kind: 'ok', title: t('files.drive.shared') })
      onClose()
    },
    onError: (error) => {
      setProblem(errorMessage(error))
      return true
    },
  })
  const share = async () => {
    if (!file) return setProblem(t('files.drive.needFile'))
    if (file.size > DRIVE_MAX_MB * 1024 * 1024) return setProblem(errorText('UPLOAD_TOO_LARGE', { max: DRIVE_MAX_MB }))
    setProblem(undefined)
    setReading(true)
    try {
      const bytes = await base64Of(file)
      sharing.mutate({ body: { name: file.name, remark: remark.trim(), unitId, file: bytes } })
    } catch (error) {
      // It was moved or changed on the disk since it was chosen.
      if (!(error instanceof DOMException)) throw error
      setProblem(errorText('UPLOAD_FAILED'))
    } finally {
      setReading(false)
    }
  }
  return (
    <FormModal
      open
      title={t('files.drive.share')}
      okText={t('files.drive.share')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: reading || sharing.isPending }}
      onCancel={onClose}
      onOk={() => void share()}
      destroyOnHidden
    >
      <FormColumn>
        <p className="t2">{t('files.drive.text')}</p>
        <Line
          label={t('files.drive.file')}
          required
          error={problem}
          hint={t('files.drive.limits', { types: extensions.join(', '), max: DRIVE_MAX_MB })}
        >
          {(id, described) => (
            <input
              id={id}
              aria-describedby={described}
              type="file"
              accept={extensions.map((one) => `.${one}`).join(',')}
              onChange={(event) => {
                setFile(event.target.files?.[0])
                setProblem(undefined)
              }}
            />
          )}
        </Line>
        <Line label={t('files.drive.where')}>
          {(id) => (
            <Select
              id={id}
              className="wide"
              value={unitId ?? 0}
              options={[
                { value: 0, label: t('files.drive.everybody') },
                ...me.unit_list.map((unit) => ({ value: unit.id, label: either(unit.name, unit.nameEn) })),
              ]}
              onChange={(value) => setUnitId(value || null)}
            />
          )}
        </Line>
        <Line label={t('files.drive.remark')}>
          {(id) => <Input id={id} value={remark} maxLength={500} onChange={(event) => setRemark(event.target.value)} />}
        </Line>
      </FormColumn>
    </FormModal>
  )
}
