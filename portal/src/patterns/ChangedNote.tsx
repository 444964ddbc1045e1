import { t } from '../i18n/i18n.ts'

/** Over a question whose subject has become another since it was put (`useQuestion`): what it is now, in the words of its list. */
export const ChangedNote = ({ state }: { state: string }) => (
  <p className="c-warn" role="alert">
    {t('common.changed', { state })}
  </p>
)
