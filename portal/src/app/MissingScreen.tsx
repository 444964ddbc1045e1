import { AppstoreAddOutlined, LockOutlined } from '@ant-design/icons'
import { Button } from '../ui/Button.tsx'
import { errorText, useT } from '../i18n/i18n.ts'
import { EmptyState } from '../ui/states.tsx'
import { go } from '../shell/navigation.ts'
import { useHere } from './useHere.ts'

type Why = 'version' | 'institution' | 'permission'

/** A route whose screen is not in this version, or is closed to this person or institution. */
export function MissingScreen({ why = 'version' }: { why?: Why }) {
  const t = useT()
  const here = useHere()
  const name = here ? t(`screens.name.${here.screen.id}`) : ''
  const title = {
    version: t('shell.missing.title'),
    institution: t('shell.hidden.title'),
    permission: errorText('FORBIDDEN'),
  }[why]
  return (
    <EmptyState
      heading="h1"
      icon={why === 'version' ? <AppstoreAddOutlined /> : <LockOutlined />}
      title={title}
      text={why === 'version' && t('shell.missing.text', { name })}
      actions={
        <Button kind="primary" onClick={() => void go('home')}>
          {t('shell.missing.home')}
        </Button>
      }
    />
  )
}
export default MissingScreen
