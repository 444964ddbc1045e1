import { getProfile } from '@teleward/contract/profile/endpoints.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, wordsOf } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { BankPart } from './BankPart.tsx'
import { ExperiencePart } from './ExperiencePart.tsx'
import { FeesPart } from './FeesPart.tsx'
import { LanguagesPart } from './LanguagesPart.tsx'
import { PersonPart } from './PersonPart.tsx'
import { PhotosPart } from './PhotosPart.tsx'
import { SecurityPart } from './SecurityPart.tsx'
import './profile.css'

const PARTS = ['person', 'experience', 'languages', 'fees', 'bank', 'photos', 'security'] as const
const profileSearch = z.object({ part: z.enum(PARTS).default('person') })

/** What colleagues, patients or the payout ask for and nobody has filled in yet. */
function lacks(
  { title, division, experience, servicelang, bank, photos }: Profile,
  part: (typeof PARTS)[number],
): boolean {
  switch (part) {
    case 'person':
      return !title || !division
    case 'experience':
      return experience.education.length === 0 && experience.career.length === 0
    case 'languages':
      return servicelang.length === 0
    case 'bank':
      return bank === null
    case 'photos':
      return photos.avatar === null
    default:
      return false
  }
}

/** `/setting/profile`: who I am to colleagues and patients, how I am paid, and how I sign in. Each part is saved by itself. */
export default function ProfilePage() {
  const t = useT()
  const [{ part }, change] = useSearchState(profileSearch)
  const paid = useRight('fee.own') !== '-'
  const query = useQuery(endpointQuery(getProfile, {}))
  const parts = PARTS.filter((one) => paid || (one !== 'fees' && one !== 'bank'))
  const profile = query.data
  return (
    <>
      <div className="pagehead">
        <h1>{t('profile.title')}</h1>
      </div>
      <UrlTabs
        label={t('profile.title')}
        tabs={parts.map((one) => {
          const name = t(`profile.part.${one}`)
          // In words as well: what is missing is not only a colour.
          return profile && lacks(profile, one)
            ? { key: one, name, label: `${name} ${t('profile.missing')}`, aside: <small>{t('profile.missing')}</small> }
            : { key: one, name }
        })}
        tab={part}
        parameter="part"
        onTab={(next) => change({ part: next })}
      />
      {query.isError && !profile && (
        <ErrorState
          title={t('profile.failed')}
          text={wordsOf(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={8} />}
      {profile && (
        <div className="partpane">
          {part === 'person' && <PersonPart profile={profile} />}
          {part === 'experience' && <ExperiencePart profile={profile} />}
          {part === 'languages' && (
            <LanguagesPart languages={profile.servicelang} version={profile.versions.languages} />
          )}
          {part === 'fees' && paid && <FeesPart mid={profile.mid} />}
          {part === 'bank' && paid && <BankPart profile={profile} />}
          {part === 'photos' && <PhotosPart profile={profile} />}
          {part === 'security' && <SecurityPart profile={profile} />}
        </div>
      )}
    </>
  )
}
