import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'

/** At a field that another changed while it was typed in: what it is now, and the way to take it. */
export function Theirs<Name extends PropertyKey>({
  form,
  name,
  label,
  named = false,
}: {
  /** What each field is there now, and how to take it. */
  form: { theirs: { readonly [Field in Name]?: unknown }; take: (name: Name) => void }
  name: Name
  label: string
  /** Away from its field: it has to be named. */
  named?: boolean
}) {
  const t = useT()
  if (!(name in form.theirs)) return null
  const value = form.theirs[name]
  const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return (
    <span className="f13 c-warn" role="status">
      {named && <b>{label} </b>}
      {plain ? t('common.theirs', { value: plain }) : t('common.theirsToo')}{' '}
      <Button size="sm" aria-label={t('common.takeTheirsOf', { field: label })} onClick={() => form.take(name)}>
        {t('common.takeTheirs')}
      </Button>
    </span>
  )
}
