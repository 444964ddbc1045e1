import { signOut } from '../api/me.ts'
import { t } from '../i18n/i18n.ts'
import { goToLogin } from '../shell/navigation.ts'
import { isGuarded } from '../ui/guards.ts'
import { confirmAct } from '../ui/notify.ts'

/** From wherever one signs out: a call that runs on this page, and its recording, are not left unasked. */
export async function askAndSignOut(): Promise<void> {
  if (isGuarded('call')) {
    const yes = await confirmAct({
      title: t('shell.signOut'),
      text: t('shell.signOutInCall'),
      ok: t('shell.signOut'),
      cancel: t('shell.stay'),
      danger: true,
    })
    if (!yes) return
  }
  await signOut()
  await goToLogin('signedOut')
}
