import './upload.css'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { fileKinds } from '@teleward/contract/files/kinds.ts'
import { uploadStates } from '@teleward/contract/files/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, wordsOf } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { PatientHead } from '../../patterns/Patient.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Choose } from './Choose.tsx'
import { KindTiles } from './KindTiles.tsx'
import { Mine } from './Mine.tsx'
import { Queue } from './Queue.tsx'

const search = z.object({
  kind: z.enum(fileKinds).catch('photo').default('photo'),
  tab: z.enum(['files', 'mine']).catch('files').default('files'),
  state: z
    .enum(['all', 'open', ...uploadStates])
    .catch('all')
    .default('all'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  open: z.string().max(60).default(''),
})
export type UploadSearch = z.output<typeof search>
export type ChangeSearch = (changes: Partial<UploadSearch>) => void

/** `/setting/upload/{pid?}`: files for a patient, or of many by their names. */
export default function UploadPage() {
  const t = useT()
  const params: { pid?: string } = useParams({ strict: false })
  const pid = params.pid === undefined ? undefined : Number(params.pid)
  const [value, change] = useSearchState(search)
  const known = pid === undefined || (Number.isInteger(pid) && pid > 0)
  const reads = useRight('member.read') !== '-'
  const member = useQuery({
    ...endpointQuery(getMember, { params: { pid: pid ?? 1 } }),
    enabled: pid !== undefined && known && reads,
  })
  if (!known || member.isError)
    return (
      <div className="upage">
        <ErrorState
          title={t('files.noMember')}
          text={member.error ? wordsOf(member.error) : t('files.noMemberText')}
          code={codeOf(member.error)}
          onRetry={() => void member.refetch()}
        />
      </div>
    )
  return (
    <div className="upage">
      <div className="pagehead">
        <h1>{t(pid === undefined ? 'files.batch' : 'files.title')}</h1>
      </div>
      {/* Whom it is for stands there before the first byte goes. */}
      {pid !== undefined && (member.data ? <PatientHead patient={member.data} /> : <SkeletonBlock lines={2} />)}
      <UrlTabs
        label={t('files.title')}
        tabs={(['files', 'mine'] as const).map((key) => ({ key, name: t(`files.tab.${key}`) }))}
        tab={value.tab}
        onTab={(tab) => change({ tab, state: 'all', open: '' })}
      />
      {value.tab === 'files' ? (
        <>
          <KindTiles value={value.kind} onPick={(kind) => change({ kind })} />
          {(pid === undefined || member.data) && <Choose kind={value.kind} pid={pid} />}
          <Queue />
        </>
      ) : (
        <Mine pid={pid} value={value} change={change} />
      )}
    </div>
  )
}
