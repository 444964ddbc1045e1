import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'

export interface Standing {
  version: number
  by: { name: string; nameEn: string | null }
  at: string
}
/** A colleague was first: what one typed is still there, and what stands is named. */
export function Stale({ standing, what }: { standing: Standing | null; what: string }) {
  if (!standing) return null
  return (
    <div className="alert warn" role="alert">
      <div className="grow">
        <b>{t('diet.stale', { name: nameOf(standing.by), time: formatDateTime(standing.at) })}</b>
        <p className="dietsaid">{what}</p>
        <p>{t('diet.staleText')}</p>
      </div>
    </div>
  )
}
