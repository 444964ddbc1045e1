import type { Standard } from '@teleward/contract/diet/schema.ts'
import { withdrawDietStandard } from '@teleward/contract/diet/endpoints.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { rangeText } from '../../patterns/diet/words.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { conditionText } from './labels.ts'

interface Props {
  course: number
  planned: readonly Standard[]
  writes: boolean
}
/** Targets for days to come, the next first: each can be taken back until its day. */
export function Planned({ course, planned, writes }: Props) {
  const back = useEndpointMutation(withdrawDietStandard, {
    onDone: () => notify({ kind: 'ok', key: `diet-${course}`, title: t('diet.target.withdrawn') }),
  })
  if (planned.length === 0) return null
  const ask = async ({ from, version }: Standard) => {
    const sure = await confirmAct({
      title: t('diet.target.withdrawTitle', { day: formatDate(from) }),
      text: t('diet.target.withdrawText'),
      ok: t('diet.target.withdraw'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) back.mutate({ params: { id: course }, body: { version } })
  }
  return (
    <ul className="dietplans" aria-label={t('diet.target.planned')}>
      {planned.map((one) => (
        <li key={one.version} className="row wrap">
          <span className="grow">
            <span className="b">{t('diet.target.plannedFrom', { day: formatDate(one.from) })}</span>
            <span className="t2 f13">
              　{conditionText(one.condition)}　{one.weightKg} kg　{rangeText(one.values.energy)} kcal
            </span>
            <span className="t3 f12">
              　{t('diet.target.by', { name: nameOf(one.by), time: formatDateTime(one.at) })}
            </span>
          </span>
          {writes && (
            <Button size="sm" className="noprint" loading={back.isPending} onClick={() => void ask(one)}>
              {t('diet.target.withdraw')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
