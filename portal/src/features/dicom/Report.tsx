import { getDicomContents } from '@teleward/contract/files/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'

/** A structured report as text, as deep as its parts lie. */
export function Report({ id }: { id: string }) {
  const query = useQuery({
    ...endpointQuery(getDicomContents, { params: { dicomid: id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lines = query.data?.report ?? []
  return (
    <section className="dcplain dcreport" aria-label={t('dicom.object.report')}>
      {query.isError ? (
        <ErrorState
          title={t('dicom.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <SkeletonBlock lines={8} />
      ) : lines.length === 0 ? (
        <EmptyState title={t('dicom.emptyReport')} />
      ) : (
        <dl>
          {lines.map(({ depth, name, value }, n) => (
            <div key={n} data-depth={Math.min(depth, 6)}>
              <dt>{name}</dt>
              {value && <dd>{value}</dd>}
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
