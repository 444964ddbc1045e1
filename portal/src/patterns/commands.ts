import { useEffect } from 'react'
import type { ComponentType } from 'react'

/** What the palette offers beside the screens: the open screen's own acts ('new appointment'). */
export interface Command {
  id: string
  label: string
  icon?: ComponentType
  run: () => void
}
const registered = new Set<readonly Command[]>()
export const screenCommands = (): readonly Command[] => [...registered].flat()

export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    registered.add(commands)
    return () => {
      registered.delete(commands)
    }
  }, [commands])
}
