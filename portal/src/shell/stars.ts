import type { Me } from '../api/me.ts'
import type { Language } from '../i18n/i18n.ts'
import { closedBy, screenName } from './menu.ts'
import { matchScreen } from './screens.ts'

/** A page that somebody has starred, as it stands on the bar. */
export interface Starred {
  path: string
  name: string
}

/**
 * The starred pages that are open to the person now, in the language of now; one that was closed meanwhile stays kept, and is back
 * when it is open again. Several of one screen (its tabs and filters are in the address) are told apart by their numbers.
 */
export function starred(me: Me, language: Language): Starred[] {
  const open = me.preferences.stars.flatMap(({ path, title }) => {
    const screen = matchScreen(path.split('?')[0] ?? '')?.screen
    if (screen && closedBy(me, screen) !== null) return []
    return [{ path, name: screen ? screenName(me, screen.id, language) : title }]
  })
  const counted = new Map<string, number>()
  return open.map(({ path, name }) => {
    const nth = (counted.get(name) ?? 0) + 1
    counted.set(name, nth)
    const alone = open.filter((one) => one.name === name).length === 1
    return { path, name: alone ? name : `${name} ${nth}` }
  })
}
