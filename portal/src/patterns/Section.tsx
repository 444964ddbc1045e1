import {
  type SectionGroup,
  type SectionOf,
  showsSection,
  withoutLeftOut,
} from '@teleward/contract/uiconfig/sections.ts'
import type { ReactNode } from 'react'
import { useMaybeMe } from '../api/me.ts'

/**
 * A part of a screen that the institution may leave out: the only place where the portal asks its interface for one, so
 * that a published change, a preview and a roll-back reach every section alike. `filled`: something stands in it.
 */
export function Section<G extends SectionGroup>({
  of,
  part,
  filled,
  children,
}: {
  of: G
  part: SectionOf<G>
  filled?: boolean
  children: ReactNode
}): ReactNode {
  return useSections(of).shows(part, filled) ? children : null
}

/** For what is no element: an entry of a menu, a tab with a key of its own. */
export function useSections<G extends SectionGroup>(of: G) {
  const left = useMaybeMe()?.ui_config
  return {
    shows: (part: SectionOf<G>, filled?: boolean) => showsSection(left, of, part, filled),
    /** Of several places those that are not left out; a place that is no section stays. */
    kept: <T extends string>(places: readonly T[]): T[] => withoutLeftOut(left, of, places),
  }
}
