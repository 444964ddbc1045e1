import { type ReactNode, Suspense, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { closedBy } from '../../shell/menu.ts'
import { screenById } from '../../shell/screens.ts'
import { laterOpinion } from './texts.ts'

const InviteDrawer = laterOpinion(() => import('./InviteDrawer.tsx'))

/** The letter of all viewers. */
export const OPINION_KEY = 'q'

interface AskOpinion {
  /** Opens the question to a colleague with that file chosen already; `null`: this person asks for none. */
  ask: ((file: string) => void) | null
  /** The question, while it is written. */
  layer: ReactNode
}
/** One key or button of a viewer by which a colleague is asked about what is on the screen. */
export function useAskOpinion(patient: { pid: number; name: string } | undefined): AskOpinion {
  const me = useMe()
  const [asked, setAsked] = useState<string | null>(null)
  const may = patient !== undefined && closedBy(me, screenById('opinion')) === null
  return {
    ask: may ? setAsked : null,
    layer: may && asked !== null && (
      <Suspense fallback={null}>
        <InviteDrawer pid={patient.pid} name={patient.name} file={asked} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  }
}
