import type { FoundDrug } from '@teleward/contract/emr/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { Via } from './Via.tsx'

/** A drug that a search found. One that is only spelt alike says so: another may be meant. */
export function DrugOption({ drug }: { drug: FoundDrug }) {
  const { name, strength, generic } = drug
  return (
    <>
      <span className="grow">
        <span className="nm">
          <Via term={drug.via} />
          {name} {strength && !name.includes(strength) && <span className="t3">{strength}</span>}
        </span>
        <span className="t3 f12 ell alt">
          {[drug.nameZhTw, generic !== name ? generic : null].filter(Boolean).join(t('common.dot'))}
        </span>
      </span>
      {drug.similar && <span className="c-warn f12">{t('emr.similar')}</span>}
      <span className="t3 f12 code">{drug.code}</span>
      <span className="t3 f12">{drug.unit}</span>
    </>
  )
}
