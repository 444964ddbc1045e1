import { entries } from './features.ts'
import { SCREENS, type ScreenDef } from './screens.ts'

const FAR = 4
const MOST = 3

/** Edits from one text to the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Screens of this version whose address looks like what was asked for. */
export function nearestScreens(from: string): ScreenDef[] {
  const asked = from.toLowerCase().slice(0, 60)
  return SCREENS.filter((screen) => screen.layout === 'main' && entries[screen.id] && !/\{\w+\}/.test(screen.path))
    .map((screen) => ({ screen, far: distance(asked, screen.path.replace(/\/\{.*$/, '').toLowerCase()) }))
    .filter(({ far }) => far <= FAR)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ screen }) => screen)
}
