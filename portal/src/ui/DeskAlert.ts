/** Desktop alerts close by themselves after 6 s; a ringing call's stays until the ringing ends (SHELL-13). */
const CLOSES_AFTER_MS = 6000

export interface DeskAlert {
  title: string
  /** No diagnosis, no full name: it may show on a locked screen. */
  body?: string
  /** The same tag replaces the earlier alert. */
  tag: string
  ringing?: boolean
  onClick?: () => void
}

export const deskAlertsPossible = () => 'Notification' in window
export const deskAlertsAllowed = () => deskAlertsPossible() && Notification.permission === 'granted'
export const deskAlertsUndecided = () => deskAlertsPossible() && Notification.permission === 'default'
/** Only upon a click: browsers refuse the question otherwise. */
export const askForDeskAlerts = async () => (await Notification.requestPermission()) === 'granted'

/** Shows one and returns what closes it. Without permission nothing is shown, and nothing breaks. */
export function showDeskAlert({ title, body, tag, ringing, onClick }: DeskAlert): () => void {
  if (!deskAlertsAllowed()) return () => {}
  let alert: Notification
  try {
    alert = new Notification(title, { body, tag, icon: '/favicon.svg', requireInteraction: ringing ?? false })
  } catch {
    // Android's browsers allow them and then refuse to make one for a page.
    return () => {}
  }
  alert.onclick = () => {
    window.focus()
    onClick?.()
    alert.close()
  }
  if (!ringing) setTimeout(() => alert.close(), CLOSES_AFTER_MS)
  return () => alert.close()
}
