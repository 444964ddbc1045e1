import { getDicom } from '@teleward/contract/files/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { isClosed } from '../../patterns/files/closed.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import './dicom.css'

const load = () => loadChunk(() => import('./Study.tsx'))
const Study = lazy(load)

/** `/viewdicom/{dicomid}`: the study of one file. The engine comes while the study is asked for. */
export default function DicomPage() {
  useT()
  const { dicomid = '' }: { dicomid?: string } = useParams({ strict: false })
  if (!/^[0-9a-f-]{36}$/i.test(dicomid)) return <EmptyState heading="h1" title={t('dicom.notFound')} />
  void load().catch(() => undefined)
  return <Asked key={dicomid} id={dicomid} />
}

function Asked({ id }: { id: string }) {
  const query = useQuery({
    ...endpointQuery(getDicom, { params: { dicomid: id } }),
    // Addresses are renewed when one is over; a file that comes meanwhile is announced.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const waiting = (
    <div className="dcwait">
      <h1 className="sr">{t('dicom.title')}</h1>
      <SkeletonBlock lines={8} />
    </div>
  )
  if (isClosed(query))
    return (
      <ErrorState
        heading="h1"
        title={t('dicom.failed')}
        text={errorMessage(query.error)}
        code={codeOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return waiting
  const again = async () => {
    const { data } = await query.refetch({ throwOnError: true })
    if (!data) throw new Error('no study')
    return data
  }
  return (
    <Suspense fallback={waiting}>
      <Study study={query.data} renew={again} />
    </Suspense>
  )
}
