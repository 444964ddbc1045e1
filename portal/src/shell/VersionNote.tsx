import { useT } from '../i18n/i18n.ts'
import { useStore } from '../lib/useStore.ts'
import { Button } from '../ui/Button.tsx'
import { useGuards } from '../ui/guards.ts'
import { versionWaits } from './version.ts'

/** On a page without a session: it is of an earlier version, and would reload were nothing begun on it. Never pressed in a visit. */
export function VersionNote() {
  const t = useT()
  const waits = useStore(versionWaits)
  const { call } = useGuards()
  if (!waits) return null
  return (
    <div className="alert info" role="status">
      <span className="grow">
        {t('shell.version.title')}
        {call && ` ${t('shell.version.inCall')}`}
      </span>
      {!call && (
        <Button size="sm" onClick={() => location.reload()}>
          {t('shell.version.reload')}
        </Button>
      )}
    </div>
  )
}
