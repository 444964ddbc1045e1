import { unlock } from '@teleward/contract/auth/endpoints.ts'
import { createPortal } from 'react-dom'
import { call } from '../api/client.ts'
import { type Me, signOut } from '../api/me.ts'
import { useI18n } from '../i18n/i18n.ts'
import { goToLogin } from '../shell/navigation.ts'
import { PasswordAgain } from './PasswordAgain.tsx'
import { behindCover } from './behindCover.ts'
import { useCovered } from './useCovered.ts'
import { useInactivityLock } from './useInactivityLock.ts'

/** Covers an untouched screen (decision 27); only the password opens it, in all tabs at once. */
export function LockScreen({ me }: { me: Me }) {
  const { t, language } = useI18n()
  const { locked, open } = useInactivityLock(me)
  useCovered(locked)
  const leave = async () => {
    // The server is told meanwhile: whoever comes next does not wait for it, nor sees what the last one left.
    void signOut()
    await goToLogin()
    open()
  }
  if (!locked) return null
  return createPortal(
    <div className="lock" role="dialog" aria-modal="true" aria-label={t('shell.lock.title')}>
      <div className="card">
        <h2>{t('shell.lock.title')}</h2>
        <PasswordAgain
          text={t('shell.lock.text', { minutes: Math.max(1, Math.round(me.lockAfterMs / 60_000)) })}
          name={(language === 'en' && me.nameEn) || me.name}
          seed={me.mid}
          submit={t('shell.lock.unlock')}
          onPassword={async (pwd) => {
            await call(unlock, { body: { pwd } })
            open()
          }}
          onOther={() => void behindCover(leave)}
        />
      </div>
    </div>,
    document.body,
  )
}
