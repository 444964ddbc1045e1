import { WarningOutlined } from '@ant-design/icons'
import { getDoctorGeneralFee } from '@teleward/contract/fees/endpoints.ts'
import { getProfile } from '@teleward/contract/profile/endpoints.ts'
import type { MyService } from '@teleward/contract/profile/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { either } from '../../patterns/Patient.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { formatMoney } from '../../ui/format.ts'

const FEES = [
  ['twDay', 'TWD'],
  ['twNight', 'TWD'],
  ['cnDay', 'CNY'],
  ['cnNight', 'CNY'],
] as const

/** What patients see of oneself: photo, name, what can be booked, in which languages, at what fee. */
export function AsSeen({ services }: { services: MyService }) {
  const t = useT()
  const { mid } = useMe()
  const [own, read] = [useRight('fee.own'), useRight('appointment.read')]
  const query = useQuery(endpointQuery(getProfile, {}))
  const fees = useQuery({
    ...endpointQuery(getDoctorGeneralFee, { params: { id: mid } }),
    enabled: own !== '-' && read !== '-',
  })
  const { flags } = services
  const free = [
    ...(flags.freeDiagnosis ? [t('profile.service.flag.freeDiagnosis')] : []),
    ...(flags.freeDiagnosisOnsite ? [t('profile.service.flag.freeDiagnosisOnsite')] : []),
  ]
  const shown = FEES.filter(([kind]) => flags.cn_service || !kind.startsWith('cn'))
  return (
    <section className="card pcard" aria-label={t('profile.service.preview')}>
      <h2 className="sech">{t('profile.service.preview')}</h2>
      <Loaded answer={query} failed={t('profile.failed')} lines={3}>
        {(profile) => (
          <div className="row asseen">
            <Avatar
              name={either(profile.name, profile.nameEn)}
              seed={profile.mid}
              size="lg"
              {...(profile.photos.avatar ? { src: profile.photos.avatar.url } : {})}
            />
            <div className="grow">
              <b>{either(profile.name, profile.nameEn)}</b>
              <p className="t3 f13">
                {[profile.title, either(profile.division ?? '', profile.divisionStrE)].filter(Boolean).join('　')}
              </p>
            </div>
          </div>
        )}
      </Loaded>
      {services.types.length === 0 ? (
        <p className="c-warn f13">
          <WarningOutlined /> {t('profile.service.nothing')}
        </p>
      ) : (
        <p className="row wrap">
          {services.types.map((type) => (
            <span key={type} className="chip">
              {t(`profile.service.type.${type}`)}
            </span>
          ))}
          {services.servicelang.map((one) => (
            <span key={one} className="chip n">
              {t(`profile.language.${one}`)}
            </span>
          ))}
        </p>
      )}
      {fees.data && (
        <dl className="seenfees">
          {shown.map(([kind, currency]) => {
            const amount = fees.data?.[kind] ?? null
            return (
              <div key={kind}>
                <dt>{t(`profile.fees.${kind}`)}</dt>
                <dd className="num">
                  {amount === null ? t('profile.service.notOffered') : formatMoney(amount, currency)}
                </dd>
              </div>
            )
          })}
          {free.map((one) => (
            <div key={one}>
              <dt>{one}</dt>
              <dd>{formatMoney(0, 'TWD')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
