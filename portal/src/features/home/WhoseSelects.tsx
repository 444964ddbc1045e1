import { queueFilters } from '@teleward/contract/appointments/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import type { Whose } from './links.ts'

interface Props {
  whose: Whose
  onChange: (next: Whose) => void
}

/** Whose day is shown: one's own as a doctor, everybody's of the own units otherwise, unless another is chosen. */
export function WhoseSelects({ whose, onChange }: Props) {
  const { doctortype, mid, rights } = useWho()
  const { data } = useQuery({ ...endpointQuery(queueFilters, {}), staleTime: 10 * 60_000, enabled: rights === 'y' })
  if (!data) return null
  const own = doctortype === 'doctor' ? mid : undefined
  // Of the day at hand, in which whoever has left has none.
  const doctors = data.doctors.filter((one) => one.bookable && one.mid !== own)
  const first = { value: 0, label: t(own ? 'home.whose.me' : 'home.whose.everyDoctor') }
  return (
    <span className="whose">
      {doctors.length > 0 && (
        <Select
          size="small"
          variant="borderless"
          popupMatchSelectWidth={false}
          aria-label={t('home.whose.doctor')}
          value={whose.did ?? 0}
          onChange={(did) => onChange({ did: did || undefined })}
          options={[first, ...doctors.map((one) => ({ value: one.mid, label: nameOf(one) }))]}
        />
      )}
      {data.units.length > 1 && (
        <Select
          size="small"
          variant="borderless"
          popupMatchSelectWidth={false}
          aria-label={t('home.whose.unit')}
          value={whose.unit ?? 0}
          onChange={(unit) => onChange({ unit: unit || undefined })}
          options={[
            { value: 0, label: t('home.whose.everyUnit') },
            ...data.units.map((one) => ({ value: one.unitId, label: nameOf(one) })),
          ]}
        />
      )}
    </span>
  )
}

function useWho() {
  const { doctortype, mid, permissions } = useMe()
  return { doctortype, mid, rights: permissions['appointment.read'] }
}
