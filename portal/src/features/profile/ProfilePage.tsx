import { needsLicence } from '@teleward/contract/admin/rules.ts'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { getDoctorGeneralFee } from '@teleward/contract/fees/endpoints.ts'
import { getProfile } from '@teleward/contract/profile/endpoints.ts'
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
import { BankPart } from './BankPart.tsx'
import { ExperiencePart } from './ExperiencePart.tsx'
import { FeesPart } from './FeesPart.tsx'
import { Invitations } from './Invitations.tsx'
import { LanguagesPart } from './LanguagesPart.tsx'
import { PersonPart } from './PersonPart.tsx'
import { PhotosPart } from './PhotosPart.tsx'
import { SecurityPart } from './SecurityPart.tsx'
import { missingOf, PARTS, type Part } from './missing.ts'
import './profile.css'

const profileSearch = z.object({ part: z.enum(PARTS).default('person') })

/** `/setting/profile`: who I am to colleagues and patients, how I am paid, and how I sign in. Each part is saved by itself. */
export default function ProfilePage() {
  const t = useT()
  const me = useMe()
  const [{ part }, change] = useSearchState(profileSearch)
  const paid = useRight('fee.own') !== '-'
  const query = useQuery(endpointQuery(getProfile, {}))
  const read = useRight('appointment.read') !== '-'
  const fees = useQuery({
    ...endpointQuery(getDoctorGeneralFee, { params: { id: me.mid } }),
    enabled: paid && read,
  })
  const parts = PARTS.filter((one) => paid || (one !== 'fees' && one !== 'bank'))
  const profile = query.data
  const type = staffTypes.find((one) => one === profile?.doctortype)
  const lacks = (one: Part) =>
    profile ? missingOf(profile, one, type !== undefined && needsLicence(type), fees.data) : []
  const left = lacks(part)
  return (
    <>
      <div className="pagehead">
        <h1>{t('profile.title')}</h1>
      </div>
      <Invitations />
      <UrlTabs
        label={t('profile.title')}
        tabs={parts.map((one) => {
          const name = t(`profile.part.${one}`)
          // In words as well: what is missing is not only a colour.
          return lacks(one).length > 0
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
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={8} />}
      {profile && (
        <div className="partpane">
          {left.length > 0 && (
            <p className="banner info">
              {t('profile.lacks', {
                what: left.map((one) => t(`profile.lack.${one}`)).join(t('common.patient.separator')),
              })}
            </p>
          )}
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
