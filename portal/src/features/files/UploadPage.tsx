import './upload.css'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { PatientHead } from '../../patterns/Patient.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Choose } from './Choose.tsx'
import { Drive } from './Drive.tsx'
import { HealthData } from './HealthData.tsx'
import { KindTiles } from './KindTiles.tsx'
import { Mine } from './Mine.tsx'
import { Queue } from './Queue.tsx'
import { uploadSearch } from './search.ts'

/** `/setting/upload/{pid?}`: files for a patient, or of many by their names. */
export default function UploadPage() {
  const t = useT()
  const params: { pid?: string } = useParams({ strict: false })
  const pid = params.pid === undefined ? undefined : Number(params.pid)
  const [value, change] = useSearchState(uploadSearch)
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
          text={member.error ? errorMessage(member.error) : t('files.noMemberText')}
          code={codeOf(member.error)}
          onRetry={() => void member.refetch()}
        />
      </div>
    )
  const kind = value.kind ?? 'photo'
  const title = t(pid === undefined ? 'files.batch' : 'files.title')
  const tabs = (
    <>
      {/* Whom it is for stands there before the first byte goes. */}
      {pid !== undefined && (member.data ? <PatientHead patient={member.data} /> : <SkeletonBlock lines={2} />)}
      <UrlTabs
        label={t('files.title')}
        tabs={(pid === undefined ? (['files', 'health', 'drive', 'mine'] as const) : (['files', 'mine'] as const)).map(
          (key) => ({ key, name: t(`files.tab.${key}`) }),
        )}
        tab={value.tab}
        onTab={(tab) => change({ tab, state: 'all', kind: undefined, sort: undefined, cols: [], open: '' })}
      />
    </>
  )
  if (value.tab === 'mine') return <Mine pid={pid} value={value} change={change} title={title} tabs={tabs} />
  // Of many people, or of nobody: neither has a place below one person's name.
  const ofNobody = pid === undefined && (value.tab === 'health' || value.tab === 'drive')
  return (
    <div className="upage">
      <div className="pagehead">
        <h1>{title}</h1>
      </div>
      {tabs}
      {ofNobody && (value.tab === 'health' ? <HealthData /> : <Drive page={value.page} change={change} />)}
      {!ofNobody && <KindTiles value={kind} onPick={(next) => change({ kind: next })} />}
      {!ofNobody && (pid === undefined || member.data) && <Choose kind={kind} pid={pid} />}
      {!ofNobody && <Queue />}
    </div>
  )
}
