import { Modal } from 'antd'
import type { useUser } from '../api/me.ts'
import type { LoginAnswer, PendingEnd } from '../api/session.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'

/** Above what covers the page (`.lock`). */
const ABOVE = 1600

interface Props {
  kind: PendingEnd['kind']
  user: ReturnType<typeof useUser>
  onPassword: (pwd: string) => Promise<void>
  onSecond: (answer: LoginAnswer) => Promise<void>
  onLeave: () => void
}

/** What is said of a session's end, and the way back into it where there is one. */
export default function SessionEndDialog({ kind, user, onPassword, onSecond, onLeave }: Props) {
  const t = useT()
  if (kind === 'forcedOut')
    return (
      <Modal
        open
        zIndex={ABOVE}
        closable={false}
        title={t('shell.forcedOut.title')}
        footer={
          <Button kind="primary" onClick={onLeave}>
            {t('shell.forcedOut.ok')}
          </Button>
        }
      >
        {t('shell.forcedOut.text')}
      </Modal>
    )
  return (
    <Modal open zIndex={ABOVE} closable={false} title={t('shell.over.title')} footer={null} width={420}>
      <PasswordAgain
        text={t('shell.over.text')}
        name={user?.name ?? ''}
        seed={user?.mid ?? 0}
        submit={t('auth.submit')}
        onPassword={onPassword}
        onSecond={onSecond}
        onOther={onLeave}
      />
    </Modal>
  )
}
