import { putHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import type { CheckDetail } from '@teleward/contract/healthchecks/schema.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { AttachFiles } from '../../patterns/files/AttachFiles.tsx'
import { notify } from '../../ui/notify.ts'

/** Pictures and reports of this check. */
export function CheckFiles({ check }: { check: CheckDetail }) {
  const t = useT()
  const put = useEndpointMutation(putHealthCheck, {
    onDone: () => notify({ kind: 'ok', title: t('healthcheck.fileAdded') }),
  })
  const { patient } = check
  if (!patient) return null
  return (
    <div className="checkfiles">
      <b>{t('healthcheck.files')}</b>
      <AttachFiles
        pid={patient.pid}
        files={check.files.map(({ id, name, state }) => ({
          id,
          name,
          note: state !== 'stored' && <span className="c-bad">{t('healthcheck.fileGone')}</span>,
        }))}
        none={t('healthcheck.noFiles')}
        choose={t('healthcheck.addFile')}
        attach={(file) => put.mutateAsync({ params: { id: check.id }, body: { action: 'attach', file } })}
      />
    </div>
  )
}
