import { putEye } from '@teleward/contract/files/endpoints.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { useRight } from '../../api/me.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'

/** What one began to type on, or was told of since: by its version nothing is overwritten unseen. */
type Read = Pick<MedicalFile, 'version' | 'remark'>
interface Typed {
  text: string
  read: Read
}

/** The remark on one eye, with who wrote it and when. What somebody else wrote meanwhile is shown beside what one has typed. */
export function Remark({ file, eye }: { file: MedicalFile; eye: string }) {
  const t = useT()
  const mayWrite = useRight('file.upload') !== '-'
  const { draft, value } = useDraft<Typed>({ screen: 'eye:remark', subject: file.id })
  const text = value?.text ?? null
  const read: Read = value?.read ?? file
  const [stale, setStale] = useState(false)
  const saving = useEndpointMutation(putEye, {
    onDone: () => {
      notify({ kind: 'ok', title: t('files.saved') })
      void draft?.clear()
      setStale(false)
    },
    onError: ({ code, data }, { body }) => {
      if (code !== 'VERSION_STALE') return undefined
      const now = data as Read
      const typed = draft?.get().value
      if (typed) draft?.write({ ...typed, read: { version: now.version, remark: now.remark } })
      void invalidateTags(['files'])
      // The picture was turned or called otherwise: what stands here is what one has read.
      if (now.remark === read.remark)
        saving.mutate({ params: { eyeid: file.id }, body: { ...body, version: now.version } })
      else setStale(true)
      return true
    },
  })
  const changed = text !== null && text !== file.remark
  useUnsavedGuard('draft', changed)
  const id = `remark-${file.id}`
  // Told what stands, one saves over it knowingly.
  const save = () => {
    if (!changed || saving.isPending) return
    setStale(false)
    saving.mutate({ params: { eyeid: file.id }, body: { version: read.version, remark: text.trim() } })
  }
  return (
    <div className="eyeremark">
      <FieldLabel id={id}>{t('signals.fundus.remark', { eye })}</FieldLabel>
      {mayWrite ? (
        <GrowingArea
          id={id}
          value={text ?? file.remark}
          maxLength={500}
          lines={2}
          most={6}
          onChange={(event) => {
            const next = event.target.value
            if (next === file.remark) return void draft?.clear()
            const from = text === null ? { version: file.version, remark: file.remark } : read
            draft?.write({ text: next, read: from })
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !composing(event) && (event.ctrlKey || event.metaKey)) save()
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      ) : (
        <p id={id}>{file.remark || t('signals.fundus.noRemark')}</p>
      )}
      {file.remarked && (
        <p className="t2 f13">
          {t('signals.fundus.by', { name: nameOf(file.remarked.by), at: formatDateTime(file.remarked.at) })}
        </p>
      )}
      {stale && changed && (
        <div className="eyestale" role="alert">
          <p className="c-warn">{t('signals.fundus.stale')}</p>
          <p>
            <b>{t('signals.fundus.standing')}</b> {read.remark || t('signals.fundus.noRemark')}
          </p>
        </div>
      )}
      {changed && (
        <div className="row">
          <Button kind="primary" size="sm" loading={saving.isPending} onClick={save}>
            {t('common.save')}
          </Button>
          <Button
            kind="text"
            size="sm"
            onClick={() => {
              void draft?.clear()
              setStale(false)
            }}
          >
            {t('common.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}
