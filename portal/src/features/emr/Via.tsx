import { t } from '../../i18n/i18n.ts'

/** Why a row is there whose own names do not say what was typed: `HTN → `. */
export function Via({ term }: { term: string | null }) {
  if (!term) return null
  return (
    <span className="via" title={t('emr.foundBy', { term })}>
      {term}
      <span aria-hidden="true"> → </span>
    </span>
  )
}
