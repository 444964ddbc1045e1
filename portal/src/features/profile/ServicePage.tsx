import { postMyService } from '@teleward/contract/profile/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { FeesPart } from './FeesPart.tsx'
import { FlagsPart } from './FlagsPart.tsx'
import { LanguagesPart } from './LanguagesPart.tsx'
import './profile.css'

const PARTS = ['flags', 'languages', 'items'] as const
const serviceSearch = z.object({ part: z.enum(PARTS).default('flags') })

/** `/setting/service`: what patients can book with me, in which languages, at what fee. */
export default function ServicePage() {
  const t = useT()
  const me = useMe()
  const [{ part }, change] = useSearchState(serviceSearch)
  const paid = useRight('fee.own') !== '-'
  const query = useQuery(endpointQuery(postMyService, { body: {} }))
  const parts = PARTS.filter((one) => paid || one !== 'items')
  return (
    <>
      <div className="pagehead">
        <h1>{t('profile.service.title')}</h1>
      </div>
      <UrlTabs
        label={t('profile.service.title')}
        tabs={parts.map((one) => ({ key: one, name: t(`profile.service.part.${one}`) }))}
        tab={part}
        parameter="part"
        onTab={(next) => change({ part: next })}
      />
      {query.isError && !query.data && (
        <ErrorState
          title={t('profile.service.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={6} />}
      {query.data && (
        <div className="partpane">
          {part === 'flags' && <FlagsPart services={query.data} onFees={() => change({ part: 'items' })} />}
          {part === 'languages' && (
            <LanguagesPart languages={query.data.servicelang} version={query.data.versions.languages} />
          )}
          {part === 'items' && paid && <FeesPart mid={me.mid} />}
        </div>
      )}
    </>
  )
}
