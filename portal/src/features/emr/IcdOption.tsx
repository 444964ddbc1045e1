import type { FoundIcd } from '@teleward/contract/emr/schema.ts'
import { language, t } from '../../i18n/i18n.ts'
import { icdName } from './icdName.ts'
import { Via } from './Via.tsx'

/** A diagnosis that a search found. One that is only spelt alike says so: another may be meant. */
export function IcdOption({ row, there }: { row: FoundIcd; there: boolean }) {
  return (
    <>
      <span className="code b">{row.code}</span>
      <span className="grow">
        <span className="nm">
          <Via term={row.via} />
          {icdName(row)}
        </span>
        <span className="t3 f12 ell alt">{language() === 'en' ? row.nameZhTw : row.nameEn}</span>
      </span>
      {row.withPatient && !there && <span className="tag info">{t('emr.icd.withPatient')}</span>}
      {row.similar && <span className="c-warn f12">{t('emr.similar')}</span>}
      {there ? (
        <span className="t3 f12">{t('emr.icd.there')}</span>
      ) : (
        !row.billable && <span className="c-warn f12">{t('emr.icd.headingShort')}</span>
      )}
    </>
  )
}
